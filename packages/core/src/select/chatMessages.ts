import type { SessionId, ToolCall, Turn, TurnId } from "../state/entities.js";
import type { Permission } from "../state/requests.js";
import type { AcpState, Session } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import { createListSelector, EMPTY_LIST, startsWith } from "./list.js";

/**
 * One message of a conversation as chat libraries divide it: what the user wrote, or everything that
 * the agent did until the user wrote again.
 */
export interface ChatMessage {
  /** An id that is unique in the session and stays the same while items are added. */
  readonly id: string;
  /** The author. */
  readonly role: "assistant" | "user";
  /** The session of the message. */
  readonly sessionId: SessionId;
  /** The items of the timeline, in order. Empty if the turn failed before the agent did anything. */
  readonly items: readonly TimelineItem[];
  /** The turn that failed before the agent did anything. Absent otherwise. */
  readonly failedTurnId?: TurnId;
}

/** The messages of a timeline, without those of failed turns. */
interface KnownChat {
  readonly timeline: readonly TimelineItem[];
  readonly messages: readonly ChatMessage[];
}

const EMPTY_CHAT: KnownChat = { timeline: EMPTY_LIST, messages: EMPTY_LIST };

/** The newest result of each session, by the first item of its timeline. */
const knownChats = new WeakMap<TimelineItem, KnownChat>();

/**
 * Returns the conversation of a session as a list of chat messages. A message keeps its reference
 * until an item is added to it or removed, and the list until one of its messages changes.
 *
 * @example
 * ```ts
 * const last = selectChatMessages(store.getState(), "s1").at(-1);
 * console.log(last?.role, last?.items.length);
 * ```
 */
export function selectChatMessages(state: AcpState, sessionId: string): readonly ChatMessage[] {
  const session = state.sessions.get(sessionId);
  const [first] = session?.timeline ?? EMPTY_LIST;
  if (session === undefined || first === undefined) return EMPTY_LIST;
  const known = knownChats.get(first) ?? EMPTY_CHAT;
  const isKnown = known.timeline === session.timeline;
  const chat = isKnown ? known : extendChat(known, session);
  knownChats.set(first, chat);
  return withFailedTurns(chat.messages, session);
}

/** Adds the new items of a timeline. Messages that no item was added to are not built again. */
function extendChat(known: KnownChat, { timeline, sessionId }: Session): KnownChat {
  const base = startsWith(timeline, known.timeline) ? known : EMPTY_CHAT;
  const messages = [...base.messages];
  for (let index = base.timeline.length; index < timeline.length; index++) {
    const item = timeline[index] as TimelineItem;
    const role = isUserMessage(item) ? "user" : "assistant";
    const last = messages.at(-1);
    if (role === "assistant" && last?.role === "assistant")
      messages[messages.length - 1] = { ...last, items: [...last.items, item] };
    else messages.push({ id: chatIdOf(item), role, sessionId, items: [item] });
  }
  return { timeline, messages };
}

/** The key of a message starts with its role. */
function isUserMessage(item: TimelineItem): boolean {
  return item.type === "message" && item.id.startsWith("user:");
}

function chatIdOf(item: TimelineItem): string {
  if (item.type !== "message") return `${item.type} ${item.id}`;
  return item.run === 0 ? item.id : `${item.id} ${item.run}`;
}

const failedTurnsOf = /* @__PURE__ */ createListSelector((turn: Turn) =>
  turn.status === "failed" && turn.promptId !== undefined ? turn : undefined,
);

const failedMessages = new WeakMap<Turn, ChatMessage>();
const chatsWithFailedTurns = new WeakMap<
  readonly ChatMessage[],
  { readonly failed: readonly Turn[]; readonly messages: readonly ChatMessage[] }
>();

/** Adds an empty message for each turn that failed before the agent did anything, to show the error. */
function withFailedTurns(
  messages: readonly ChatMessage[],
  { sessionId, turns }: Session,
): readonly ChatMessage[] {
  const failed = failedTurnsOf(turns);
  if (failed.length === 0) return messages;
  const known = chatsWithFailedTurns.get(messages);
  if (known?.failed === failed) return known.messages;
  const turnOfPrompt = new Map(failed.map((turn) => [turn.promptId, turn]));
  const result = messages.flatMap((message, index) => {
    const turn = turnOfPrompt.get(message.id);
    if (turn === undefined || messages[index + 1]?.role === "assistant") return message;
    const failure = failedMessages.get(turn) ?? {
      id: `failed ${turn.turnId}`,
      role: "assistant",
      sessionId,
      items: EMPTY_LIST,
      failedTurnId: turn.turnId,
    };
    failedMessages.set(turn, failure);
    return [message, failure];
  });
  chatsWithFailedTurns.set(messages, { failed, messages: result });
  return result;
}

/**
 * Returns the turn that a chat message belongs to: that of its last item with a turn.
 *
 * @example
 * ```ts
 * const [prompt] = selectChatMessages(store.getState(), "s1");
 * if (prompt) console.log(selectChatTurn(store.getState(), prompt)?.stopReason);
 * ```
 */
export function selectChatTurn(
  state: AcpState,
  { sessionId, items, failedTurnId }: ChatMessage,
): Turn | undefined {
  const session = state.sessions.get(sessionId);
  if (session === undefined) return undefined;
  if (failedTurnId !== undefined) return session.turns.get(failedTurnId);
  for (let index = items.length - 1; index >= 0; index--) {
    const { type, id } = items[index] as TimelineItem;
    const turnId =
      type === "message"
        ? session.messages.get(id)?.turnId
        : type === "tool_call"
          ? session.toolCalls.get(id)?.turnId
          : undefined;
    if (turnId !== undefined) return session.turns.get(turnId);
  }
  return undefined;
}

/**
 * Returns the time of a chat message, in ms of the store's clock: when its first message or tool call
 * appeared, or else when its turn started.
 *
 * @example
 * ```ts
 * const [prompt] = selectChatMessages(store.getState(), "s1");
 * if (prompt) console.log(selectChatTime(store.getState(), prompt));
 * ```
 */
export function selectChatTime(state: AcpState, message: ChatMessage): number | undefined {
  const session = state.sessions.get(message.sessionId);
  for (const { type, id } of message.items) {
    const entity =
      type === "message"
        ? session?.messages.get(id)
        : type === "tool_call"
          ? session?.toolCalls.get(id)
          : undefined;
    if (entity !== undefined) return entity.createdAt;
  }
  return selectChatTurn(state, message)?.startedAt;
}

/**
 * Returns whether the agent is working on a chat message: it is the last one, by the agent, and the
 * session is not idle.
 *
 * @example
 * ```ts
 * const last = selectChatMessages(store.getState(), "s1").at(-1);
 * if (last && isChatMessageRunning(store.getState(), last)) console.log("Working…");
 * ```
 */
export function isChatMessageRunning(state: AcpState, message: ChatMessage): boolean {
  const { role, items, sessionId } = message;
  const session = state.sessions.get(sessionId);
  if (session === undefined || role !== "assistant" || items.length === 0) return false;
  const { activity, timeline } = session;
  return (
    (activity === "running" || activity === "cancelling" || activity === "requires_action") &&
    timeline.at(-1) === items.at(-1)
  );
}

type PermissionsByCall = ReadonlyMap<string, readonly Permission[]>;

const permissionsByCall = new WeakMap<Session["permissions"], PermissionsByCall>();

/**
 * Returns the permission request of a tool call to show: the oldest pending one, or else the newest
 * settled one. A call may have several.
 *
 * @example
 * ```ts
 * const request = selectToolCallPermission(store.getState(), "s1", "call_1");
 * if (request?.status === "pending") console.log(request.options);
 * ```
 */
export function selectToolCallPermission(
  state: AcpState,
  sessionId: string,
  toolCallId: string,
): Permission | undefined {
  const permissions = state.sessions.get(sessionId)?.permissions;
  if (permissions === undefined || permissions.size === 0) return undefined;
  const byCall = permissionsByCall.get(permissions) ?? groupByCall(permissions);
  permissionsByCall.set(permissions, byCall);
  const requests = byCall.get(toolCallId);
  return requests?.find(({ status }) => status === "pending") ?? requests?.at(-1);
}

function groupByCall(permissions: Session["permissions"]): PermissionsByCall {
  const byCall = new Map<string, Permission[]>();
  for (const permission of permissions.values()) {
    const { toolCallId, policyPending } = permission;
    if (toolCallId === undefined || policyPending) continue;
    const requests = byCall.get(toolCallId);
    if (requests === undefined) byCall.set(toolCallId, [permission]);
    else requests.push(permission);
  }
  return byCall;
}

const callsWithTerminals = /* @__PURE__ */ createListSelector((call: ToolCall) =>
  call.content.some(({ type }) => type === "terminal") ? call : undefined,
);

const terminalIdsOfCalls = new WeakMap<readonly ToolCall[], ReadonlySet<string>>();

/**
 * Returns whether the output of a terminal belongs to the content of a tool call, so that it needs no
 * separate row.
 *
 * @example
 * ```ts
 * isTerminalInToolCall(store.getState(), "s1", "term_1"); // true
 * ```
 */
export function isTerminalInToolCall(
  state: AcpState,
  sessionId: string,
  terminalId: string,
): boolean {
  const session = state.sessions.get(sessionId);
  if (session === undefined) return false;
  const calls = callsWithTerminals(session.toolCalls);
  const ids = terminalIdsOfCalls.get(calls) ?? new Set(calls.flatMap(terminalIdsOf));
  terminalIdsOfCalls.set(calls, ids);
  return ids.has(terminalId);
}

function terminalIdsOf({ content }: ToolCall): readonly string[] {
  return content.flatMap((item) => (item.type === "terminal" ? item.terminalId : []));
}
