import { useMessage, useMessageRun } from "@acp-store/react";
import type { ContentBlock } from "@acp-store/core";
import type { ReactElement } from "react";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { useAcpUi } from "../context/acpUi.js";
import { MessageTime } from "../time/MessageTime.js";
import { MessageNote } from "./MessageNote.js";
import { Thought } from "./Thought.js";
import { messageTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { MessageProps } from "../context/slots.js";

/** One run of a message. Each row reads its own run, so streaming renders only this row. */
export function Message(props: MessageProps): ReactElement | null {
  const { id, run, isStreaming } = props;
  const role = useMessage(id, (message) => message?.role);
  const blocks = useMessageRun(id, run);
  const texts = useTexts("message", messageTexts);
  const { CheckpointButton } = useAcpUi().slots;
  if (!blocks.some(isVisible)) return null;
  switch (role) {
    case "user":
      return (
        <article className="acp-ui acp-message acp-message-user" aria-label={texts.user}>
          <ContentBlocks blocks={blocks} isPlain />
          <MessageNote id={id} />
          <MessageTime id={id} />
          <CheckpointButton messageId={id} />
        </article>
      );
    case "thought":
      return <Thought {...props} blocks={blocks} />;
    default:
      return (
        <article className="acp-ui acp-message acp-message-agent" aria-label={texts.agent}>
          <ContentBlocks blocks={blocks} isStreaming={isStreaming} />
          {run === 0 && <MessageTime id={id} />}
        </article>
      );
  }
}

function isVisible(block: ContentBlock): boolean {
  return block.type !== "text" || /\S/.test(block.text);
}
