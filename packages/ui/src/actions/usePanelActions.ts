import type { AcpView, ContentBlock, Session, SettingChange } from "@acp-store/core";
import { canSteer } from "@acp-store/core/actions";
import { useAcpView, useAgent, useSessionId } from "@acp-store/react";
import { useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { PanelAgent } from "../context/panelAgent.js";
import { getErrorMessage } from "../format/errors.js";

/** A setting of the session, and the request that changes it. */
export type Setting = Pick<SettingChange, "setting" | "configId">;

/** The actions that the user can take in a session. */
export interface PanelActions {
  /**
   * Sends a prompt, or queues it while a turn is running. Resolves to `undefined` once the prompt
   * is accepted, or to the reason why it was not.
   */
  prompt(prompt: readonly ContentBlock[]): Promise<string | undefined>;
  /**
   * Sends a message into the running turn. Resolves to `undefined` once it is shown, or to the reason why it
   * was not accepted. The message has the agent's answer. `undefined` if the agent cannot take it.
   */
  readonly steer: ((prompt: readonly ContentBlock[]) => Promise<string | undefined>) | undefined;
  /**
   * Stops the running turn and sends a queued prompt next. Resolves to `undefined` once it is sent,
   * or to the reason why it was not.
   */
  sendNow(queuedId: string): Promise<string | undefined>;
  /**
   * Sends the prompt of the newest turn again. Resolves to `undefined` once it is shown, or to the reason why
   * it was not sent. `undefined` if the agent of the panel cannot do that.
   */
  readonly retryTurn: ((turnId: string) => Promise<string | undefined>) | undefined;
  /** Cancels the running turn. */
  cancel(): void;
  /**
   * Changes a mode, model or config option to one of its values, or turns it on or off. The session
   * lists the changes that fail.
   */
  changeSetting(setting: Setting, value: string | boolean): void;
}

/**
 * Returns the actions of the nearest session, or `undefined` without an agent.
 *
 * @example
 * ```tsx
 * function StopButton() {
 *   const actions = usePanelActions();
 *   return <button onClick={actions?.cancel}>Stop</button>;
 * }
 * ```
 */
export function usePanelActions(): PanelActions | undefined {
  const { agent } = useAcpUi();
  const view = useAcpView();
  const sessionId = useSessionId();
  const isSteerable = useAgent((info) => canSteer({ agent: info }));
  return useMemo(
    () => agent && createPanelActions({ agent, view, sessionId, isSteerable }),
    [agent, view, sessionId, isSteerable],
  );
}

interface PanelActionsOptions {
  readonly agent: PanelAgent;
  readonly view: AcpView;
  readonly sessionId: string;
  readonly isSteerable: boolean;
}

function createPanelActions(options: PanelActionsOptions): PanelActions {
  const { agent, view, sessionId, isSteerable } = options;
  const { retryTurn, steer } = agent;
  return {
    prompt(prompt) {
      const send = () => agent.prompt(sessionId, prompt);
      return getRejection(waitUntilAccepted(view, sessionId, send));
    },
    steer:
      steer && isSteerable
        ? (prompt) =>
            getRejection(waitUntilAccepted(view, sessionId, () => steer(sessionId, prompt)))
        : undefined,
    retryTurn:
      retryTurn &&
      ((turnId) =>
        getRejection(waitUntilAccepted(view, sessionId, () => retryTurn(sessionId, turnId)))),
    sendNow: (queuedId) => getRejection(agent.sendNow(sessionId, queuedId)),
    cancel() {
      // The state has the outcome: the turn is cancelled, or it continues.
      agent.cancel(sessionId).catch(() => {});
    },
    changeSetting({ setting, configId = "" }, value) {
      const change = (): Promise<unknown> => {
        if (setting === "config_option") return agent.setConfigOption(sessionId, configId, value);
        const id = String(value);
        return setting === "mode" ? agent.setMode(sessionId, id) : agent.setModel(sessionId, id);
      };
      // The store has taken back the choice and keeps the error.
      change().catch(() => {});
    },
  };
}

/** Resolves to `undefined` when the promise resolves, or to the reason of its rejection. */
async function getRejection(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return getErrorMessage(error);
  }
}

/**
 * Resolves as soon as the prompt is in the state, as a turn, in the queue, or as a message into the running turn. From then on the state
 * has its outcome. Rejects if the prompt fails before that.
 */
async function waitUntilAccepted(
  view: AcpView,
  sessionId: string,
  send: () => Promise<unknown>,
): Promise<void> {
  const getSession = (): Session | undefined => view.getState().sessions.get(sessionId);
  const itemsBefore = getSession()?.timeline.length ?? 0;
  const countPrompts = (): number => {
    const session = getSession();
    const added = session?.timeline.slice(itemsBefore) ?? [];
    const steered = added.filter(
      ({ type, id }) => type === "message" && session?.messages.get(id)?.steering !== undefined,
    );
    // Sending a queued prompt moves it from the queue to the turns, so the sum stays the same.
    return (session?.turns.size ?? 0) + (session?.queue.length ?? 0) + steered.length;
  };
  const before = countPrompts();
  const stops: (() => void)[] = [];
  const accepted = new Promise<void>((resolve) => {
    const check = (): void => (countPrompts() > before ? resolve() : undefined);
    stops.push(view.watch({ type: "ids", sessionId, table: "turns" }, check));
    stops.push(view.watch({ type: "ids", sessionId, table: "messages" }, check));
    stops.push(view.watch({ type: "field", sessionId, field: "queue" }, check));
  });
  const sent = send();
  // A failure after the prompt was accepted is in the state.
  sent.catch(() => {});
  try {
    await Promise.race([accepted, sent]);
  } catch (error) {
    // The listeners may run after the failure of a turn that ends at once.
    if (countPrompts() <= before) throw error;
  } finally {
    for (const stop of stops) stop();
  }
}
