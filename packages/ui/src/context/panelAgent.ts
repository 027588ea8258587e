import type { ContentBlock } from "@acp-store/core";

/**
 * The requests to the agent that the parts make. The connection of `@acp-store/client` has these
 * methods, like the `actions` of a mirror. The results are not used, because the store has them.
 */
export interface PanelAgent {
  /** Sends a prompt, or queues it while a turn is running. */
  prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<unknown>;
  /** Stops the running turn and sends a queued prompt next. */
  sendNow(sessionId: string, queuedId: string): Promise<unknown>;
  /** Cancels the running turn. */
  cancel(sessionId: string): Promise<unknown>;
  /** Sets the mode of a session. */
  setMode(sessionId: string, modeId: string): Promise<unknown>;
  /** Sets the model of a session. */
  setModel(sessionId: string, modelId: string): Promise<unknown>;
  /** Sets a config option of a session. */
  setConfigOption(sessionId: string, configId: string, value: string | boolean): Promise<unknown>;
}
