import type { AcpEvent } from "@acp-store/core";
import { answerOf } from "./answer.js";
import type { Tracks } from "./tracks.js";

type Settled = Extract<AcpEvent, { type: "permission_settled" }>;
type Requested = Extract<AcpEvent, { type: "permission_requested" }>;

/** What a permission request asks for, and what it offers. */
export function requestWords(event: Requested, tracks: Tracks): string {
  const { sessionId, title, toolCall, options } = event;
  const id = toolCall?.toolCallId;
  const call = id === undefined ? undefined : tracks.find(sessionId, "toolCalls", id);
  const what = title ?? toolCall?.title ?? call?.title ?? id;
  const offered = options.map(({ name }) => name).join(" / ");
  return [what && `“${what}”`, offered && `offers ${offered}`].filter(Boolean).join(" ");
}

/** What became of a permission request, and for which tool call. */
export function answerWords(event: Settled, tracks: Tracks): string {
  const { sessionId, permissionId, status, optionId, reason } = event;
  const asked = tracks.find(sessionId, "permissions", permissionId);
  const call = asked?.toolCallId && tracks.find(sessionId, "toolCalls", asked.toolCallId);
  const what = asked?.title ?? (call ? call.title : undefined);
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
