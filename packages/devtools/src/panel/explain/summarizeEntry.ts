import { type AcpEvent, type CommitRecord, getPermissionTitle, type Usage } from "@acp-store/core";
import { describeEvent } from "../../describeEvent.js";
import type { HistoryEntry } from "../../history/entry.js";
import { isObject } from "../../json.js";
import { toolCallIdIn, updateKindIn } from "../../messageNames.js";
import { permissionAnswer } from "../model/permissionAnswer.js";
import { plainText } from "../model/plainText.js";
import { permissionTitleAt, titleAt, type Tracks, withTitleAt } from "../model/tracks.js";

/** The number of characters of a text that a row of the log shows. */
const SUMMARY_LENGTH = 120;
/** The number of characters of a line of stderr that a row shows. The details show all of it. */
const LINE_LENGTH = 1000;

/**
 * Returns the text of a log row after the name of the message and the type of the event. Tool calls
 * have the titles that they had at that entry.
 */
export function summarizeEntry(entry: HistoryEntry, tracks: Tracks): string {
  const { index, direction, event, frame, sessionId, diagnostics } = entry;
  if (event !== undefined) return summarizeEvent(event, tracks, index);
  const msg = frame?.msg;
  if (direction === "stderr" && typeof msg === "string")
    return plainText(msg.slice(0, LINE_LENGTH));
  if (diagnostics.length > 0 || !isObject(msg)) return diagnostics[0]?.message ?? "";
  if (updateKindIn(msg) !== undefined) {
    const id = toolCallIdIn(msg);
    if (id === undefined || sessionId === undefined) return "changed nothing";
    const title = titleAt(tracks.find(sessionId, "toolCalls", id), index);
    return `${quoted(title ?? id)} changed nothing`;
  }
  const error = isObject(msg["error"]) ? ` ${String(msg["error"]["message"])}` : "";
  return "id" in msg ? `id ${String(msg["id"])}${error}` : "";
}

/** Explains why the store created no event from the message of an entry. */
export function explainMissingEvent({ frame, diagnostics, direction }: HistoryEntry): string {
  const msg = frame?.msg;
  if (diagnostics.some(({ code }) => code === "invalid_message"))
    return "The store could not parse this message and left the state unchanged.";
  if (diagnostics.some(({ code }) => code === "session_closed"))
    return "This message is for a closed session, so the store ignored it.";
  if (direction === "stderr")
    return "The agent wrote this line to stderr. It is not part of the protocol.";
  if (!isObject(msg)) return "This is not a JSON-RPC message.";
  const update = updateKindIn(msg);
  if (diagnostics.length > 0)
    return "Nothing in this message could be used. See the diagnostics above.";
  if (update !== undefined)
    return `This ${update} changed nothing: it is empty, or everything in it was in the state already.`;
  const { method } = msg;
  if (typeof method !== "string")
    return isObject(msg["error"])
      ? "An error response to a request. It does not change the state."
      : "A response to a request. It contains nothing that belongs in the state.";
  if (/^[_$]/.test(method))
    return `${method} is an extension method. It is passed on, but the store does not read it.`;
  const sender = direction === "sent" ? "client" : "agent";
  return msg["id"] === undefined
    ? `A notification from the ${sender}. It contains nothing that belongs in the state.`
    : `A request from the ${sender}. If it changes the state, its response does.`;
}

/** Prefers titles and texts to ids, which are in the details of the entry. */
function summarizeEvent(event: CommitRecord["event"], tracks: Tracks, index: number): string {
  if (event.type === "permission_requested") return summarizeRequest(event, tracks, index);
  if (event.type === "permission_settled") return summarizeAnswer(event, tracks, index);
  if (event.type === "turn_started") {
    const prompt = quoted(textOf(event.prompt?.[0]));
    return event.retryOf === undefined ? prompt : `${prompt} again`;
  }
  if (event.type === "turn_ended") return event.stopReason ?? event.error?.message ?? "";
  if (event.type === "notice")
    return `${event.notice.severity} ${quoted(oneLine(event.notice.title))}`;
  if (event.type === "usage") return summarizeUsage(event.usage);
  if (event.type === "prompt_steered") return quoted(textOf(event.prompt[0]));
  if (event.type === "steering_settled") return event.outcome;
  if (event.type === "session_opened") return summarizeOpening(event);
  const description = describeEvent(event).slice(event.type.length + 1);
  if ("toolCallId" in event) {
    const title = titleAt(tracks.find(event.sessionId, "toolCalls", event.toolCallId), index);
    return title === undefined
      ? description
      : description.replace(event.toolCallId, () => quoted(title));
  }
  const text = "content" in event ? textOf(event.content) : "";
  if (text === "") return description;
  const id = "messageId" in event ? event.messageId : undefined;
  const withoutId = id === undefined ? description : description.replace(` ${id}`, "");
  return `${withoutId} ${quoted(text)}`;
}

function summarizeUsage({ used, size, cost }: Usage): string {
  const context = `${used.toLocaleString("en")} of ${size.toLocaleString("en")} tokens`;
  return cost ? `${context} · ${cost.amount} ${cost.currency}` : context;
}

/** Names what the request gave the session besides its folder. */
function summarizeOpening({ continuedFrom, mcpServers = [] }: SessionOpened): string {
  const origin =
    continuedFrom && `continues ${continuedFrom.sessionId} of ${continuedFrom.agentId}`;
  const servers =
    mcpServers.length > 0 && `MCP servers: ${mcpServers.map(({ name }) => name).join(", ")}`;
  return [origin, servers].filter(Boolean).join(" · ");
}

type SessionOpened = Extract<AcpEvent, { type: "session_opened" }>;
type PermissionRequested = Extract<AcpEvent, { type: "permission_requested" }>;
type PermissionSettled = Extract<AcpEvent, { type: "permission_settled" }>;

function summarizeRequest(event: PermissionRequested, tracks: Tracks, index: number): string {
  const { sessionId, toolCall, options } = event;
  const id = toolCall?.toolCallId;
  const call = id === undefined ? undefined : tracks.find(sessionId, "toolCalls", id);
  const subject = getPermissionTitle(event, withTitleAt(call, index)) ?? id;
  const names = options.map(({ name }) => name).join(" / ");
  return [subject && quoted(subject), names && `options: ${names}`].filter(Boolean).join(" · ");
}

function summarizeAnswer(event: PermissionSettled, tracks: Tracks, index: number): string {
  const { sessionId, permissionId, status, optionId, reason } = event;
  const request = tracks.find(sessionId, "permissions", permissionId);
  const subject = request && permissionTitleAt(request, tracks, index);
  const { outcome, option } = permissionAnswer({
    status,
    optionId,
    options: request?.options ?? [],
  });
  const by = reason === "policy" ? " (by a policy)" : "";
  const answer =
    outcome === "cancelled" || outcome === "waiting"
      ? `Cancelled: ${CANCEL_CAUSES[reason]}`
      : `${ANSWERS[outcome]}: ${option}${by}`;
  return subject === undefined ? answer : `${answer} · ${quoted(subject)}`;
}

const ANSWERS = { allowed: "Allowed", rejected: "Rejected", answered: "Answered" } as const;

const CANCEL_CAUSES: Readonly<Record<PermissionSettled["reason"], string>> = {
  user: "by the user",
  policy: "by a policy",
  turn_cancelled: "the turn was cancelled",
  turn_ended: "the turn ended",
  withdrawn: "the agent withdrew the request",
  disconnected: "the connection was lost",
  interrupted: "the session was saved before an answer",
  session_closed: "the session was closed",
  aborted: "the request was aborted",
};

function textOf(content: unknown): string {
  const text = isObject(content) ? content["text"] : undefined;
  return typeof text === "string" ? oneLine(text) : "";
}

function oneLine(text: string): string {
  return text.slice(0, SUMMARY_LENGTH).replaceAll("\n", " ");
}

function quoted(text: string): string {
  return text === "" ? "" : `“${text}”`;
}
