import type { AcpEvent } from "@acp-store/core";
import { answerOf } from "./answer.js";
import { titleAt, type Tracks } from "./tracks.js";

type Settled = Extract<AcpEvent, { type: "permission_settled" }>;
type Requested = Extract<AcpEvent, { type: "permission_requested" }>;

/** What a permission request asks for, and what it offers. Titles are those of the time. */
export function requestWords(event: Requested, tracks: Tracks, index: number): string {
  const { sessionId, title, toolCall, options } = event;
  const id = toolCall?.toolCallId;
  const call = id === undefined ? undefined : tracks.find(sessionId, "toolCalls", id);
  const what = title ?? toolCall?.title ?? titleAt(call, index) ?? id;
  const offered = options.map(({ name }) => name).join(" / ");
  return [what && `“${what}”`, offered && `offers ${offered}`].filter(Boolean).join(" ");
}

/** What became of a permission request, and for which tool call. */
export function answerWords(event: Settled, tracks: Tracks, index: number): string {
  const { sessionId, permissionId, status, optionId, reason } = event;
  const asked = tracks.find(sessionId, "permissions", permissionId);
  const { toolCallId } = asked ?? {};
  const call =
    toolCallId === undefined ? undefined : tracks.find(sessionId, "toolCalls", toolCallId);
  const what = titleAt(asked, index) ?? titleAt(call, index);
  const { kind, option } = answerOf({ status, optionId, options: asked?.options ?? [] });
  const by = reason === "policy" ? " (by a policy)" : "";
  const answer =
    kind === "cancelled" || kind === "waiting"
      ? `Cancelled: ${CAUSES[reason]}`
      : `${VERDICTS[kind]}: ${option}${by}`;
  return what === undefined ? answer : `${answer} · “${what}”`;
}

const VERDICTS = { allowed: "Allowed", rejected: "Rejected", answered: "Answered" } as const;

const CAUSES: Readonly<Record<Settled["reason"], string>> = {
  user: "by the user",
  policy: "by a policy",
  turn_cancelled: "the turn was cancelled",
  turn_ended: "the turn ended",
  withdrawn: "the agent took it back",
  disconnected: "the connection was lost",
  session_closed: "the session was closed",
  aborted: "its request was aborted",
};
