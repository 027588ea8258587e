import type { ContentBlock } from "../state/content.js";
import type { SessionId } from "../state/entities.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ExpectedPromptOptions } from "./queueActions.js";
import type { AcpStore } from "./types.js";

/** The prompts that are about to be sent, with other blocks to show for them. */
export interface ExpectedPrompts {
  /** Sets the options of the next `session/prompt` of a session with these blocks. */
  readonly expect: AcpStore["expectPrompt"];
  /**
   * Returns the options of a prompt that was sent. A prompt that differs from the expected one has
   * none.
   */
  take(sessionId: SessionId, sent: unknown): ExpectedPromptOptions;
  clear(): void;
}

const NO_OPTIONS: ExpectedPromptOptions = {};

export function createExpectedPrompts(): ExpectedPrompts {
  const prompts = new Map<
    SessionId,
    { readonly prompt: readonly ContentBlock[]; readonly options: ExpectedPromptOptions }
  >();
  return {
    expect: (sessionId, prompt, options) =>
      void prompts.set(sessionId, shareStructure(undefined, { prompt, options })),
    take(sessionId, sent) {
      const { prompt, options = NO_OPTIONS } = prompts.get(sessionId) ?? {};
      prompts.delete(sessionId);
      return shareStructure(prompt, sent) === prompt ? options : NO_OPTIONS;
    },
    clear: () => prompts.clear(),
  };
}
