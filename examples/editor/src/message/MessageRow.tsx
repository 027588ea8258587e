import { useMessage, useMessageRun } from "@acp-store/react";
import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { Thought } from "./Thought.js";
import "./message.css";

/** One run of a message. Each row reads its own run, so streaming renders only this row. */
export function MessageRow(props: {
  readonly id: string;
  readonly run: number;
  readonly isStreaming: boolean;
}): ReactElement | null {
  const { id, run, isStreaming } = props;
  const role = useMessage(id, (message) => message?.role);
  const blocks = useMessageRun(id, run);
  if (!blocks.some(isVisible)) return null;
  switch (role) {
    case "user":
      return (
        <article className="message message-user" aria-label="You">
          <ContentBlocks blocks={blocks} isPlain />
        </article>
      );
    case "thought":
      return <Thought blocks={blocks} isStreaming={isStreaming} />;
    default:
      return (
        <article className="message message-agent" aria-label="Agent">
          <ContentBlocks blocks={blocks} isStreaming={isStreaming} />
        </article>
      );
  }
}

function isVisible(block: ContentBlock): boolean {
  return block.type !== "text" || block.text.trim() !== "";
}
