import {
  type AcpState,
  isAmbiguousOption,
  type Message,
  type Permission,
  type PermissionOption,
  type Session,
  type ToolCall,
} from "@acp-store/core";
import type { SessionKey } from "../follow/followStore.js";
import { ownerOf } from "../follow/subagents.js";
import type { AgentOrigin, ProtectedOrigin } from "../model/origin.js";

/**
 * The answer to a permission request.
 * - `allow_once`, `allow_always`, `reject_once`, `reject_always`: the kind of the selected option
 * - `other`: an option of a kind that the protocol does not define, or one whose id several options have
 * - `pending`: nobody has answered yet
 * - `unanswered`: the request was withdrawn or cancelled
 */
export type PermissionAnswer =
  | "allow_once"
  | "allow_always"
  | "reject_once"
  | "reject_always"
  | "other"
  | "pending"
  | "unanswered";

/** The permission for a tool call. */
export interface OriginPermission {
  readonly permissionId: string;
  readonly answer: PermissionAnswer;
  /** Whether a permission policy has answered for the user. */
  readonly byPolicy: boolean;
}

/** The prompt that began a turn. The session differs from that of the lines if a subagent wrote them. */
export interface OriginPrompt {
  readonly sessionId: string;
  /** The key of the user's message. */
  readonly messageId: string;
  /** The first line that is not empty, in any length. `""`: the prompt has no text. */
  readonly firstLine: string;
}

/** The reason that an agent wrote lines, as far as its store knows it. */
export interface AgentExplanation {
  readonly by: AgentOrigin;
  /** The name of the agent for display. Absent if the agent has not reported one. */
  readonly agentName?: string;
  /** `closed`: the user has closed the session, and its content is gone. `missing`: the store has no such session. */
  readonly session: "known" | "closed" | "missing";
  /** The tool call. Absent if the agent named none, or if the store has forgotten it. */
  readonly toolCall?: ToolCall;
  /** The newest permission request for the tool call. */
  readonly permission?: OriginPermission;
  /** The prompt. Absent between turns, and if the store has forgotten it. */
  readonly prompt?: OriginPrompt;
}

/** The reason for lines: an agent with its tool call and prompt, or the user, or nobody knows. */
export type OriginExplanation = AgentExplanation | { readonly by: ProtectedOrigin };

/**
 * Explains lines of a change: the tool call that wrote them, the answer to its permission request, and the prompt. `state` is
 * that of the agent with the id `origin.agentId`, or `undefined` if there is none.
 *
 * @example
 * ```ts
 * const [file] = review.getState().files.values();
 * for (const { by } of file?.hunks[0]?.origins ?? []) {
 *   const reason = explainOrigin(store.getState(), by);
 *   if ("session" in reason) console.log(reason.toolCall?.title, reason.prompt?.firstLine);
 * }
 * ```
 */
export function explainOrigin(state: AcpState | undefined, origin: AgentOrigin): AgentExplanation;
export function explainOrigin(
  state: AcpState | undefined,
  origin: AgentOrigin | ProtectedOrigin,
): OriginExplanation;
export function explainOrigin(
  state: AcpState | undefined,
  origin: AgentOrigin | ProtectedOrigin,
): OriginExplanation {
  if (typeof origin === "string") return { by: origin };
  const session = state?.sessions.get(origin.sessionId);
  const agentName = state?.agent.info?.title || state?.agent.info?.name;
  const common = { by: origin, ...(agentName && { agentName }) };
  if (state === undefined || session === undefined) return { ...common, session: "missing" };
  if (session.closed) return { ...common, session: "closed" };
  const toolCall = session.toolCalls.get(origin.toolCallId ?? "");
  const permission = toolCall && findPermission(session, toolCall.toolCallId);
  const prompt = findPrompt(state, session, origin);
  return {
    ...common,
    session: "known",
    ...(toolCall && { toolCall }),
    ...(permission && { permission }),
    ...(prompt && { prompt }),
  };
}

/**
 * Returns the prompt that began a turn, or `undefined` if the store does not know it.
 *
 * @example
 * ```ts
 * const [turn] = review.getState().turns;
 * console.log(turn && findTurnPrompt(store.getState(), turn)?.firstLine);
 * ```
 */
export function findTurnPrompt(
  state: AcpState | undefined,
  turn: Pick<SessionKey, "sessionId"> & { readonly turnId?: string },
): OriginPrompt | undefined {
  const session = state?.sessions.get(turn.sessionId);
  return state && session && findPrompt(state, session, turn);
}

function findPrompt(
  state: AcpState,
  session: Session,
  { turnId = "" }: { readonly turnId?: string },
): OriginPrompt | undefined {
  // A subagent works in the turn of the session that started it.
  const owner = session.turns.has(turnId) ? session : ownerOf({ getState: () => state }, session);
  const messageId = owner.turns.get(turnId)?.promptId;
  const message = messageId === undefined ? undefined : owner.messages.get(messageId);
  if (messageId === undefined || message === undefined) return undefined;
  return { sessionId: owner.sessionId, messageId, firstLine: getFirstLine(message) };
}

function getFirstLine({ content }: Message): string {
  for (const block of content) {
    const line = block.type === "text" ? /\S.*/.exec(block.text)?.[0] : undefined;
    if (line !== undefined) return line.trimEnd();
  }
  return "";
}

function findPermission(
  { permissions }: Session,
  toolCallId: string,
): OriginPermission | undefined {
  const found = [...permissions.values()].findLast((each) => each.toolCallId === toolCallId);
  if (found === undefined) return undefined;
  const { permissionId, reason } = found;
  return { permissionId, answer: getAnswer(found), byPolicy: reason === "policy" };
}

const ANSWERS: ReadonlySet<PermissionOption["kind"]> = new Set([
  "allow_once",
  "allow_always",
  "reject_once",
  "reject_always",
]);

function getAnswer({ status, optionId = "", options }: Permission): PermissionAnswer {
  if (status !== "selected") return status === "pending" ? "pending" : "unanswered";
  const kind = options.find((option) => option.optionId === optionId)?.kind;
  if (!isKnownAnswer(kind) || isAmbiguousOption(options, optionId)) return "other";
  return kind;
}

function isKnownAnswer(
  kind: string | undefined,
): kind is Exclude<PermissionAnswer, "other" | "pending" | "unanswered"> {
  return kind !== undefined && ANSWERS.has(kind);
}
