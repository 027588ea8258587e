import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface RequestSourceProps {
  /** The id of the element, which is part of the name of the request. */
  readonly id: string;
  /** The name of the subagent. */
  readonly name: string;
}

/** Names the subagent that asks. */
export function RequestSource({ id, name }: RequestSourceProps): ReactElement {
  const texts = useTexts("subagent", subagentTexts);
  return (
    <p id={id} className="acp-request-source">
      <Icon name="branch" />
      {texts.asks(name)}
    </p>
  );
}
