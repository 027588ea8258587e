import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";

/** The icon of an agent, which is next to its name. */
export function AgentIcon({ icon }: { readonly icon: string | undefined }): ReactElement {
  return (
    <span className="acp-agent-icon" aria-hidden="true">
      {icon === undefined ? <Icon name="sparkle" /> : <img src={icon} alt="" />}
    </span>
  );
}
