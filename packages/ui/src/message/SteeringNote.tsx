import type { Message } from "@acp-store/core";
import { useMessage } from "@acp-store/react";
import type { ReactElement } from "react";
import { messageTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

const TEXTS = {
  sent: "steeringSent",
  injected: "steeringInjected",
  started_turn: "steeringStartedTurn",
  failed: "steeringFailed",
} as const satisfies Record<NonNullable<Message["steering"]>, keyof typeof messageTexts>;

/** The outcome of a message that the user sent into a running turn. Nothing for a prompt. */
export function SteeringNote({ id }: { readonly id: string }): ReactElement | null {
  const steering = useMessage(id, (message) => message?.steering);
  const texts = useTexts("message", messageTexts);
  if (steering === undefined) return null;
  return (
    <p className="acp-steering" data-steering={steering}>
      {texts[TEXTS[steering]]}
    </p>
  );
}
