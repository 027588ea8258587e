import type { Message } from "@acp-store/core";
import { useMessage, useTurn } from "@acp-store/react";
import type { ReactElement } from "react";
import { messageTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

const TEXTS = {
  sent: "steeringSent",
  injected: "steeringInjected",
  started_turn: "steeringStartedTurn",
  failed: "steeringFailed",
} as const satisfies Record<NonNullable<Message["steering"]>, keyof typeof messageTexts>;

/**
 * The outcome of a message that the user sent into a running turn, or a note that the prompt of an
 * earlier turn was sent again. Nothing for other prompts.
 */
export function MessageNote({ id }: { readonly id: string }): ReactElement | null {
  const steering = useMessage(id, (message) => message?.steering);
  const turnId = useMessage(id, (message) => message?.turnId);
  const isRetry = useTurn(turnId, (turn) => turn?.retryOf !== undefined && turn.promptId === id);
  const texts = useTexts("message", messageTexts);
  if (isRetry) return <p className="acp-steering">{texts.sentAgain}</p>;
  if (steering === undefined) return null;
  return (
    <p className="acp-steering" data-steering={steering}>
      {texts[TEXTS[steering]]}
    </p>
  );
}
