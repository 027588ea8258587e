import { useMessage, useMessageRun } from "@acp-store/react";
import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { MessageTime } from "../time/MessageTime.js";
import { Thought } from "./Thought.js";

export interface MessageRowProps {
  readonly id: string;
  readonly run: number;
  readonly isStreaming: boolean;
  /** The time of the item after this one, in ms since the epoch. */
  readonly nextAt?: number | undefined;
}

/** One run of a message. Each row reads its own run, so streaming renders only this row. */
export function MessageRow(props: MessageRowProps): ReactElement | null {
  const { id, run, isStreaming } = props;
  const role = useMessage(id, (message) => message?.role);
  const blocks = useMessageRun(id, run);
  if (!blocks.some(isVisible)) return null;
  switch (role) {
    case "user":
      return (
        <article className="acp-ui acp-message acp-message-user" aria-label="You">
          <ContentBlocks blocks={blocks} isPlain />
          <MessageTime id={id} />
        </article>
      );
    case "thought":
      return <Thought {...props} blocks={blocks} />;
    default:
      return (
        <article className="acp-message message-agent" aria-label="Agent">
          <ContentBlocks blocks={blocks} isStreaming={isStreaming} />
          {run === 0 && <MessageTime id={id} />}
        </article>
      );
  }
}

function isVisible(block: ContentBlock): boolean {
  return block.type !== "text" || block.text.trim() !== "";
}
