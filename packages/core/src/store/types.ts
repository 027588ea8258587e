import type { IngestResult } from "../diagnostics.js";
import type { Retry } from "../events/sessionEvents.js";
import type { JsonValue } from "../json.js";
import type { Frame } from "../notify/inspectors.js";
import type { ContentBlock } from "../state/content.js";
import type { SessionId, TurnError, TurnId } from "../state/entities.js";
import type { TerminalExit, WrittenFile } from "../state/sessionParts.js";
import type { AcpState } from "../state/state.js";
import type { ElicitationOptions, RequestOptions, SessionSetup } from "./options.js";
import type { ExpectedPromptOptions, PromptDisplay } from "./queueActions.js";
import type { ElicitationResponse, PermissionResponse } from "./requestTypes.js";
import type { AcpView } from "./view.js";

/**
 * The state of one agent connection. Session ids are unique per agent only, so each connection
 * needs a store. All functions are bound and can be passed around.
 */
export interface AcpStore extends AcpView {
  /**
   * Processes the params of a `session/update` notification. Never throws for malformed params:
   * problems are in the result.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
   *
   * @example
   * ```ts
   * const { accepted, diagnostics } = store.ingest({
   *   sessionId: "s1",
   *   update: { sessionUpdate: "plan", entries: [] },
   * });
   * ```
   */
  ingest(params: unknown): IngestResult;
  /**
   * Processes any JSON-RPC message of the connection, in either direction. Observing all messages
   * is enough to rebuild the whole state. Never throws for a malformed message: problems are in the
   * result. A line of the agent's stderr is only shown to inspectors.
   *
   * An answer seen on the wire wins: it settles a request even if the state has another answer for
   * it, and even if it names an option that was not offered (diagnostic `option_not_offered`).
   *
   * @example
   * ```ts
   * store.observe({ dir: "sent", msg: { jsonrpc: "2.0", id: 0, method: "initialize", params } });
   * ```
   */
  observe(frame: Frame): IngestResult;

  /**
   * Records that a connection is being established, so that `state.connection` is `connecting`. The
   * store does not connect to anything. Counterpart of {@link AcpStore.disconnect}.
   *
   * `attempt` is the number of the reconnect attempt, from 1. Absent for the first connection.
   *
   * @example
   * ```ts
   * store.connect({ attempt: 2 });
   * store.getState().connection; // { status: "connecting", attempt: 2 }
   * ```
   */
  connect(options?: { readonly attempt?: number }): void;
  /**
   * Records that the connection was lost or closed: open turns fail, pending requests settle as
   * cancelled with the reason `disconnected`, and queued prompts are held. Counterpart of
   * {@link AcpStore.connect}.
   *
   * With `retry`, `state.connection` is `lost` until the next attempt; otherwise it is `closed`. With
   * `parked`, the application closed it, because it does not need it now.
   *
   * @example
   * ```ts
   * store.disconnect("The agent exited.", { retry: { attempt: 1, retryIn: 1000 } });
   * ```
   */
  disconnect(
    reason?: string,
    options?: { readonly retry?: Retry; readonly parked?: boolean },
  ): void;

  /**
   * Adds a permission request to the state and resolves with the answer when it is settled: by
   * `respondToPermission`, the policy, a cancel, the end of its turn, a closed session, a lost
   * connection, or the signal. Resolves with `cancelled` for malformed params; never rejects for
   * what the agent sent.
   *
   * A request that `observe` saw under the same `requestId`, or that is still pending from before a
   * reconnect, is joined instead of added a second time.
   * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission}
   *
   * @example
   * ```ts
   * const response = await store.requestPermission(params, { requestId: 7 });
   * ```
   */
  requestPermission(params: unknown, options?: RequestOptions): Promise<PermissionResponse>;

  /**
   * Adds a request for user input to the state and resolves with the answer when it is settled: by
   * `respondToElicitation`, a cancel, the end of its turn, a closed session, a lost connection, or
   * the signal. Resolves with `cancel` for malformed params. Requests are joined as in
   * {@link AcpStore.requestPermission}.
   * {@link https://agentclientprotocol.com/protocol/v1/elicitation}
   *
   * @example
   * ```ts
   * const response = await store.requestElicitation(params, { requestId: 8 });
   * ```
   */
  requestElicitation(params: unknown, options?: ElicitationOptions): Promise<ElicitationResponse>;

  /**
   * Records that a prompt is being sent and shows its message immediately. Returns the id of the
   * new turn. In a session that was closed, no turn starts. Not needed where the connection is
   * observed.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
   *
   * @example
   * ```ts
   * store.startTurn("s1", [{ type: "text", text: "Fix the failing test" }]);
   * ```
   */
  startTurn(
    sessionId: SessionId,
    prompt?: readonly ContentBlock[],
    options?: PromptDisplay,
  ): TurnId;
  /**
   * Describes a prompt that is about to be sent: the next `session/prompt` of the session shows `display`
   * in place of its content blocks, if they equal `prompt`. The agent's echo of the prompt still merges into
   * its message. `retryOf` becomes a field of the turn. Only needed where the connection is observed.
   *
   * @example
   * ```ts
   * const prompt = [{ type: "text", text: "Review: …the whole diff…" }] as const;
   * store.expectPrompt("s1", prompt, { display: [{ type: "text", text: "/review" }] });
   * ```
   */
  expectPrompt(
    sessionId: SessionId,
    prompt: readonly ContentBlock[],
    options: ExpectedPromptOptions,
  ): void;
  /**
   * Ends the oldest open turn of the session. Does nothing if there is none. Not needed where the
   * connection is observed.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#stop-reasons}
   *
   * @example
   * ```ts
   * store.endTurn("s1", { stopReason: "end_turn" });
   * ```
   */
  endTurn(
    sessionId: SessionId,
    end: { readonly stopReason: string } | { readonly error: TurnError | Error },
  ): void;
  /**
   * Ends the turns that are being cancelled, without the agent's confirmation, as cancelled and
   * marks them with `cancelUnconfirmed` (diagnostic `cancel_timed_out`). Does nothing if no cancel
   * is pending. A late confirmation changes nothing, and late updates are still applied.
   * `connectAgent` of `@acp-store/client` calls it if the agent does not confirm a cancel in time.
   *
   * @example
   * ```ts
   * store.cancelTurn("s1");
   * store.endCancelledTurns("s1");
   * selectTurn(store.getState(), "s1")?.stopReason; // "cancelled"
   * ```
   */
  endCancelledTurns(sessionId: SessionId): void;

  /**
   * Adds a session to the state, or updates the known properties of one. Not needed where the
   * connection is observed.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup}
   *
   * @example
   * ```ts
   * store.openSession({ sessionId: "s1", cwd: "/workspace" });
   * ```
   */
  openSession(session: SessionSetup): void;
  /**
   * Puts the sessions of a saved state into the store, before the agent has opened them. Everything
   * in them that was running or pending ends: open turns are `interrupted`, their open tool
   * calls `unfinished`, pending requests settle as cancelled with the reason `interrupted`, and queued
   * prompts are held. A restored session can be read but not prompted (`restored`, `detached`) until
   * it is opened, loaded or resumed. While it is loaded, it shows the saved transcript until the new
   * one is complete.
   *
   * Catalog entries of the saved state without a session are added to the catalog, so that a list can
   * show sessions whose content is restored later. The connection and everything else in the store
   * stay unchanged. Closed sessions of the saved state are left out.
   *
   * @throws AcpSessionError if the store has one of the sessions and it is not closed. Nothing is
   * restored then.
   *
   * @example
   * ```ts
   * const saved = localStorage.getItem("acp/s1");
   * if (saved !== null) store.restoreSession(deserialize(JSON.parse(saved)));
   * ```
   */
  restoreSession(saved: AcpState): void;
  /**
   * Frees the content of a session. Its pending requests settle as cancelled; those that were settled
   * before are removed.
   *
   * @example
   * ```ts
   * store.closeSession("s1");
   * ```
   */
  closeSession(sessionId: SessionId): void;
  /**
   * Runs a function that makes the agent replay the transcript, such as one that sends
   * `session/load`. The old transcript stays until the new one begins, and nothing doubles. Returns
   * the result of `run`, and rethrows its error; a session that was not open before is closed then.
   * Not needed where the connection is observed.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup#loading-sessions}
   *
   * @example
   * ```ts
   * await store.replay("s1", () => connection.loadSession({ sessionId: "s1", cwd, mcpServers: [] }));
   * ```
   */
  replay<Result>(sessionId: SessionId, run: () => Promise<Result>): Promise<Result>;
  /**
   * Records that the agent no longer knows the session, for example because its new process cannot
   * load it. The session can be read but not prompted until it is opened, loaded or resumed.
   *
   * @example
   * ```ts
   * store.detachSession("s1", "The agent restarted and cannot load sessions.");
   * ```
   */
  detachSession(sessionId: SessionId, reason: string): void;
  /**
   * Adds a row of the application to the end of a session's timeline, such as a note or an error, as
   * an item of type `application_row`. With the id of a known row, replaces its data; the row keeps
   * its position. Rows are serialized, a replay keeps them, and closing the session removes them.
   * Returns the id of the row.
   *
   * @throws AcpApplicationRowError if the data is not plain JSON, or the session is unknown or closed.
   *
   * @example
   * ```ts
   * const rowId = store.putApplicationRow("s1", { data: { kind: "note", text: "Checkpoint" } });
   * store.putApplicationRow("s1", { rowId, data: { kind: "note", text: "Restored" } });
   * ```
   */
  putApplicationRow(
    sessionId: SessionId,
    row: { readonly rowId?: string; readonly data: JsonValue },
  ): string;
  /**
   * Removes a row of the application from a session. Does nothing for an unknown row.
   *
   * @example
   * ```ts
   * store.removeApplicationRow("s1", rowId);
   * ```
   */
  removeApplicationRow(sessionId: SessionId, rowId: string): void;
  /**
   * Records that the agent wrote a file through the client, as it is after all writes of the session. Replaces an
   * earlier record of the path. `selectChangedFiles` lists it. Does nothing for an unknown session.
   * `nodeFileSystem` of `@acp-store/client/node` calls it.
   * {@link https://agentclientprotocol.com/protocol/v1/file-system}
   *
   * @example
   * ```ts
   * const path = "/home/me/app/total.ts";
   * store.reportFileWrite("s1", { path, operation: "modify", added: 2, removed: 1 });
   * ```
   */
  reportFileWrite(sessionId: SessionId, file: WrittenFile): void;
  /**
   * Adds the output of a command that the client runs itself (`terminal/*`, version 1), and its exit
   * status. `output` is the text since the previous call. Call it after `terminal/create` was
   * answered, which resets the terminal.
   *
   * Live output is complete, so it replaces whatever earlier `terminal/output` responses contained,
   * and later ones change nothing.
   * {@link https://agentclientprotocol.com/protocol/v1/terminals}
   *
   * @example
   * ```ts
   * child.stdout.on("data", (data) => store.reportTerminal("s1", "t1", { output: String(data) }));
   * child.on("exit", (exitCode) => store.reportTerminal("s1", "t1", { exitStatus: { exitCode } }));
   * ```
   */
  reportTerminal(
    sessionId: SessionId,
    terminalId: string,
    report: { readonly output?: string; readonly exitStatus?: TerminalExit },
  ): void;
}
