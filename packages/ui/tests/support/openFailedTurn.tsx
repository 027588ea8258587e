import { type AcpStore, type ContentBlock, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { IDLE_AGENT, SESSION } from "../../browser/support/session.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import type { PanelAgent } from "../../src/context/panelAgent.js";
import { TurnEnd } from "../../src/conversation/TurnEnd.js";

/** The reason for which the connection was lost. */
export const REASON = "The agent exited with code 137: Out of memory.";

interface FailedTurnOptions {
  /** Called before a prompt is sent. */
  readonly prompt?: () => Promise<void>;
  /** Sends the prompt of a turn again. Without it, the agent of the panel cannot. */
  readonly retryTurn?: PanelAgent["retryTurn"];
  /** The part of an answer that arrived before the turn failed. */
  readonly answer?: string;
  /** Makes the turn fail. By default, the connection is lost. */
  readonly fail?: (store: AcpStore) => void;
}

/** Renders the end of a turn whose connection was lost, or that failed otherwise. */
export function openFailedTurn({ prompt, retryTurn, answer, fail }: FailedTurnOptions = {}) {
  const store = createAcpStore({ scheduler: "sync" });
  const sent: (readonly ContentBlock[])[] = [];
  const connect = (): void => {
    store.connect();
    const params = { protocolVersion: 1 };
    store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
    store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result: params } });
  };
  connect();
  store.openSession({ sessionId: SESSION, cwd: "/p" });
  const turnId = store.startTurn(SESSION, [{ type: "text", text: "Begin" }]);
  if (answer !== undefined) {
    const content = { type: "text", text: answer };
    store.ingest({ sessionId: SESSION, update: { sessionUpdate: "agent_message_chunk", content } });
  }
  if (fail === undefined) store.disconnect(REASON, { retry: { attempt: 1, retryIn: 1000 } });
  else fail(store);
  const agent: PanelAgent = {
    ...IDLE_AGENT,
    async prompt(sessionId, blocks) {
      await prompt?.();
      sent.push(blocks);
      store.startTurn(sessionId, blocks);
    },
    ...(retryTurn && { retryTurn }),
  };
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={SESSION}>
        <AcpUiProvider agent={agent}>
          <TurnEnd turnId={turnId} />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  return {
    store,
    sent,
    turnId,
    connect: () => act(async () => connect()),
    click: (name?: string) =>
      act(async () => void fireEvent.click(screen.getByRole("button", name ? { name } : {}))),
  };
}
