import type { Session, TurnError } from "@acp-store/core";
import { withDetails } from "../model/exchanges.js";
import { formatCount, formatElapsed, formatTime } from "../model/format.js";
import { type Pause, SILENT_MS, type TurnTimes, type WaitsFor } from "../model/turnTimes.js";
import { type Explain, type Explanation, UNKNOWN_END } from "./explanation.js";
import { MAX_PER_KIND, type Problem, type ProblemSources, toSentence } from "./problem.js";

/** An agent that is silent for this long probably hangs, in ms. */
const HANGING_MS = 30_000;

/** The sides that may take long. */
const IS_EXPECTED: ReadonlySet<WaitsFor> = new Set<WaitsFor>(["command", "user"]);

/** Returns the problems of a turn. A turn that is open has one only if it takes long or the log has ended. */
export function findTurnProblems(
  turn: TurnTimes,
  sources: ProblemSources,
  explain: Explain,
): Problem[] {
  const { track, ms, isOpen } = turn;
  const { state } = sources;
  const last = track.statuses.at(-1) ?? { ...track.first, status: "running", cause: "" };
  const entity = state.sessions.get(track.sessionId)?.turns.get(track.id);
  const entry = last.index;
  const found: Problem[] = [];
  const add = (tone: Problem["tone"], title: string, text: Explanation, at: number = entry): void =>
    void found.push({ tone, title, text, entry: at, track });

  if (last.status === "failed" && last.cause !== "disconnected")
    add(
      "bad",
      "The turn failed",
      explain`${describeError(entity?.error)} The prompt is ${track.first}, the error came at ${last}, ${formatTime(ms)} later.`,
    );
  if (last.status === "interrupted")
    add("warn", "The turn was interrupted", explain`The session was restored at ${last}.`);
  const cancel = track.statuses.find(({ status }) => status === "cancelling");
  if (cancel !== undefined && last.status === "ended" && track.stopReason !== "cancelled")
    add(
      "warn",
      "The agent did not confirm the cancel",
      explain`The user cancelled at ${cancel}, and the turn ended with “${track.stopReason ?? "no reason"}” at ${last}, ${formatTime(last.at - cancel.at)} later.`,
    );
  if (isOpen) found.push(...openTurnProblems(turn, sources, explain));
  for (const pause of turn.pauses)
    if (pause.end !== undefined && !IS_EXPECTED.has(pause.waitsFor) && pause.ms >= HANGING_MS)
      add(
        "warn",
        `Nothing happened for ${formatElapsed(pause.ms)}`,
        explainPause(pause, explain),
        pause.start.index,
      );
  const { firstReplyMs = 0, firstReply, retries } = turn;
  const lastRetry = retries.at(-1);
  if (lastRetry !== undefined)
    add(
      "warn",
      `The agent tried again ${formatCount(retries.length, "time")}`,
      explain`It says so on stderr, the last time at ${lastRetry}: “${lastRetry.text}”`,
      lastRetry.index,
    );
  if (firstReply !== undefined && firstReplyMs >= SILENT_MS)
    add(
      "warn",
      `The first reply took ${formatElapsed(firstReplyMs)}`,
      explain`From the prompt at ${track.first} to ${firstReply}.`,
      firstReply.index,
    );
  return found;
}

function openTurnProblems(
  turn: TurnTimes,
  { state, moment }: ProblemSources,
  explain: Explain,
): Problem[] {
  const { track, ms, pauses } = turn;
  const silence = pauses.find(({ end }) => end === undefined);
  const last = moment.lastActivityOf(track.sessionId) ?? track.first;
  const base = { entry: last.index, track };
  if (moment.isEnd)
    return [
      {
        ...base,
        tone: "bad",
        title: "The turn never ended",
        text: explain`The prompt at ${track.first} has no response. The last message is ${last}${stopAfter(moment.at - last.at)}. ${UNKNOWN_END}`,
      },
    ];
  if (silence === undefined || silence.ms < SILENT_MS || IS_EXPECTED.has(silence.waitsFor))
    return [];
  const side = silence.waitsFor === "agent" ? "agent" : "client";
  return [
    {
      ...base,
      tone: silence.ms >= HANGING_MS ? "bad" : "warn",
      title: `The ${side} has been silent for ${formatElapsed(silence.ms)}`,
      text: explain`Nothing came since ${last}. The turn started at ${track.first}, ${formatElapsed(ms)} ago.${runningCalls(state.sessions.get(track.sessionId))}`,
    },
  ];
}

function describeError(error: TurnError | undefined): string {
  if (error === undefined) return "No reason was given.";
  const { message, code, data } = error;
  const text = code === undefined ? message : `${message} (error ${code})`;
  return toSentence(withDetails(text, data));
}

/** Says how long a log continues after a message. */
function stopAfter(ms: number): string {
  return ms === 0 ? ", where the log stops" : `; the log stops ${formatTime(ms)} later`;
}

/** Names the tool calls of a session that are running, if there are any. */
function runningCalls(session: Session | undefined): string {
  const names = [...(session?.toolCalls.values() ?? [])]
    .filter(({ phase }) => phase === "running")
    .map(({ title, toolCallId }) => `“${title ?? toolCallId}”`);
  const others = names.length > MAX_PER_KIND ? ` and ${names.length - MAX_PER_KIND} more` : "";
  return names.length === 0
    ? ""
    : ` Still running: ${names.slice(0, MAX_PER_KIND).join(", ")}${others}.`;
}

/** Explains between which messages nothing happened, and who was to act. */
export function explainPause({ start, end, waitsFor }: Pause, explain: Explain): Explanation {
  const until = end === undefined ? explain`, until now` : explain` to ${end}`;
  return explain`From ${start}${until}, waiting for the ${waitsFor}.`;
}
