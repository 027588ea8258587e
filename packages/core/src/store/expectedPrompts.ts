import type { ContentBlock } from "../state/content.js";
import type { SessionId } from "../state/entities.js";
import { shareStructure } from "../state/shareStructure.js";
import type { AcpStore } from "./types.js";

/** The prompts that are about to be sent, with other blocks to show for them. */
export interface ExpectedPrompts {
  /** Sets the display of the next `session/prompt` of a session with these blocks. */
  readonly expect: AcpStore["expectPrompt"];
  /**
   * Returns the display of a prompt that was sent. A prompt that differs from the expected one has
   * none.
   */
  takeDisplay(sessionId: SessionId, sent: unknown): readonly ContentBlock[] | undefined;
  clear(): void;
}

export function createExpectedPrompts(): ExpectedPrompts {
  const prompts = new Map<
    SessionId,
    { readonly prompt: readonly ContentBlock[]; readonly display: readonly ContentBlock[] }
  >();
  return {
    expect: (sessionId, prompt, display) =>
      void prompts.set(sessionId, shareStructure(undefined, { prompt, display })),
    takeDisplay(sessionId, sent) {
      const { prompt, display } = prompts.get(sessionId) ?? {};
      prompts.delete(sessionId);
      return shareStructure(prompt, sent) === prompt ? display : undefined;
    },
    clear: () => prompts.clear(),
  };
}
