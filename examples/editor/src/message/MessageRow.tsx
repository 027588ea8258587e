import { useMessage } from "@acp-store/react";
import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { Thought } from "./Thought.js";
import "./message.css";

/** One message. Each row reads its own message, so streaming renders only this row. */
export function MessageRow(props: {
  readonly id: string;
  readonly isStreaming: boolean;
}): ReactElement | null {
  const { id, isStreaming } = props;
  const message = useMessage(id);
  if (message === undefined || !message.content.some(isVisible)) return null;
  switch (message.role) {
    case "user":
      return (
        <article className="message message-user" aria-label="You">
          <ContentBlocks blocks={message.content} isPlain />
        </article>
      );
    case "thought":
      return <Thought blocks={message.content} isStreaming={isStreaming} />;
    default:
      return (
        <article className="message message-agent" aria-label="Agent">
          <ContentBlocks blocks={message.content} isStreaming={isStreaming} />
        </article>
      );
  }
}

function isVisible(block: ContentBlock): boolean {
  return block.type !== "text" || block.text.trim() !== "";
}
