import { selectPermissionTitle, type Session } from "@acp-store/core";
import type { FindingCode, Severity } from "@acp-store/check";
import {
  groupByCode,
  listUnexplained,
  severityOf,
  SEVERITY_TONES,
  worstSeverity,
} from "../model/conformance.js";
import type { DigestReading, Disconnect } from "../model/digest.js";
import type { Exchange } from "../model/exchanges.js";
import { formatCount, formatElapsed } from "../model/format.js";
import {
  callsNeverFinished,
  findPending,
  type Pending,
  type SessionCall,
} from "../model/pending.js";
import { formatSince } from "../model/source.js";
import type { LogPosition, Track } from "../model/tracks.js";
import { firstFrom, SILENT_MS } from "../model/turnTimes.js";
import { explainCall } from "./explainCall.js";
import { type Explain, explainAt } from "./explanation.js";
import { explainPermission } from "./explainTrack.js";
import { findTurnProblems } from "./findTurnProblems.js";
import { findReplayDifferences } from "./findReplayDifferences.js";
import { MAX_PER_KIND, type Problem, type ProblemSources, toSentence } from "./problem.js";

/** The requests that may take long: they wait for a command, or for the user to sign in. */
const LONG_REQUESTS: ReadonlySet<string> = new Set([
  "terminal/wait_for_exit",
  "authenticate",
  "auth/login",
]);

const TONES = ["bad", "warn", "accent"] as const;

/** Returns the problems of a log, the worst first. Unfinished work is a problem only if it takes long or the log has ended. */
export function findProblems(sources: ProblemSources): readonly Problem[] {
  const explain = explainAt(sources.moment);
  const pending = findPending(sources.state, sources.moment);
  const events = [
    ...connectionProblems(sources, explain),
    ...requestProblems(sources, pending, explain),
    ...sources.turns.flatMap((turn) => findTurnProblems(turn, sources, explain)),
    ...callProblems(sources, pending, explain),
    ...subagentProblems(sources, explain),
    ...findReplayDifferences(sources, explain),
  ];
  // A message that breaks a rule is rarely the reason that something stopped, so it comes after the events.
  const groups = [events, messageProblems(sources, explain)];
  return TONES.flatMap((tone) =>
    groups.flatMap((problems) =>
      problems
        .filter((problem) => problem.tone === tone)
        .toSorted((left, right) => left.entry - right.entry),
    ),
  );
}

function connectionProblems(
  { state: { connection }, digest, turns }: ProblemSources,
  explain: Explain,
): Problem[] {
  const losses = listLosses(digest);
  const last = losses.at(-1);
  return losses.flatMap((loss): Problem[] => {
    const { disconnect, attempts } = loss;
    const { index: entry, reason } = disconnect;
    const because = reason === undefined ? "." : `: ${toSentence(reason)}`;
    const endedTurns = turns.filter(({ track }) => track.statuses.at(-1)?.index === entry);
    const during = endedTurns.length > 0 ? ", during a turn" : "";
    const isCurrent = loss === last && connection?.status !== "ready";
    if (isCurrent && connection?.status === "closed" && endedTurns.length === 0 && !isCrash(reason))
      return [];
    const failed =
      attempts === 0 ? "" : ` ${formatCount(attempts, "attempt")} to connect again failed.`;
    const text = explain`At ${disconnect}${during}${because}${failed}`;
    return [
      isCurrent
        ? { tone: "bad", title: "The connection to the agent ended", text, entry }
        : {
            // The connection works again, but the turn is lost.
            tone: endedTurns.length > 0 ? "bad" : "warn",
            title: "The connection was lost and made again",
            ...{ text, entry },
          },
    ];
  });
}

/** The end of a connection, with the number of attempts that failed until it was made again. */
interface Loss {
  readonly disconnect: Disconnect;
  readonly attempts: number;
}

function listLosses({ disconnects, exchanges }: DigestReading): readonly Loss[] {
  if (disconnects.length === 0) return [];
  const responses = exchanges
    .flatMap(({ response }) => response ?? [])
    .toSorted((left, right) => left.index - right.index);
  const losses: Loss[] = [];
  let previous = -1;
  for (const disconnect of disconnects) {
    const last = losses.at(-1);
    const next = responses[firstFrom(responses, previous + 1)];
    const wasMade = next !== undefined && next.index < disconnect.index;
    if (last !== undefined && !wasMade)
      losses[losses.length - 1] = { ...last, attempts: last.attempts + 1 };
    else losses.push({ disconnect, attempts: 0 });
    previous = disconnect.index;
  }
  return losses;
}

/** Returns whether a reason names an exit code that is not 0, or a signal. */
function isCrash(reason = ""): boolean {
  return /code [1-9]|signal|SIG[A-Z]+/.test(reason);
}

function quote(title: string | undefined): string {
  return title === undefined ? "" : `“${title}”: `;
}

/** The requests whose problems are reported with the turn, or as waiting for the user. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set([
  "session/prompt",
  "session/request_permission",
  "elicitation/create",
]);

function requestProblems(
  { state, moment, digest }: ProblemSources,
  pending: Pending,
  explain: Explain,
): Problem[] {
  const waiting = [
    ...pending.permissions.map((request): Problem => {
      const track = moment.tracks.find(request.sessionId, "permissions", request.permissionId);
      return {
        tone: moment.isEnd ? "bad" : "warn",
        title: moment.isEnd ? "A permission request was never answered" : "Waiting for the user",
        text: explain`${quote(selectPermissionTitle(state, request))}${explainPermission(request, moment)}`,
        entry: track?.first.index ?? moment.index,
        track,
      };
    }),
    ...pending.elicitations.map(
      ({ message }): Problem => ({
        tone: moment.isEnd ? "bad" : "warn",
        title: moment.isEnd ? "A request for input was never answered" : "Waiting for the user",
        text: [{ text: `“${message}”` }],
        entry: moment.index,
      }),
    ),
  ];
  const others = digest.exchanges.filter(({ method }) => !REPORTED_ELSEWHERE.has(method));
  const unanswered = others.filter(
    ({ method, response, request, isAbandoned }) =>
      response === undefined &&
      // The end of the connection is reported.
      isAbandoned !== true &&
      (moment.isEnd || (!LONG_REQUESTS.has(method) && moment.at - request.at >= SILENT_MS)),
  );
  return [
    ...waiting,
    ...listed(unanswered, "requests have no response", ({ method, sentBy, request }) => ({
      tone: "bad",
      title: `${method} has no response`,
      text: explain`Sent by the ${sentBy} at ${request}, ${formatSince(moment, request)} ${moment.isEnd ? "before the end of the log" : "ago"}.`,
      entry: request.index,
    })),
    ...listed(
      others.filter(({ error }) => error !== undefined),
      "requests failed",
      ({ method, error = "", sentBy, request, response = request }: Exchange) => ({
        tone: "warn",
        title: `${method} failed`,
        text: explain`${toSentence(error)} Sent by the ${sentBy} at ${request}, refused at ${response}.`,
        entry: response.index,
      }),
    ),
  ];
}

function callProblems(
  { state, moment }: ProblemSources,
  pending: Pending,
  explain: Explain,
): Problem[] {
  const asked = new Set(
    pending.permissions.map(({ sessionId, toolCallId }) => `${sessionId} ${toolCallId}`),
  );
  // The permission request that nobody answered explains its call, too.
  const unfinished = callsNeverFinished(pending, moment).filter(
    ({ call: { toolCallId }, session }) => !asked.has(`${session.sessionId} ${toolCallId}`),
  );
  const failed = [...state.sessions.values()].flatMap((session) =>
    [...session.toolCalls.values()]
      .filter(({ status }) => status === "failed")
      .map((call): SessionCall => ({ call, session })),
  );
  const trackOf = ({ call, session }: SessionCall): Track | undefined =>
    moment.tracks.find(session.sessionId, "toolCalls", call.toolCallId);
  const place = (
    one: SessionCall,
  ): { readonly entry: number; readonly track: Track | undefined } => {
    const track = trackOf(one);
    return { track, entry: track?.statuses.at(-1)?.index ?? moment.index };
  };
  const nameOf = ({ call: { title, toolCallId } }: SessionCall): string => title ?? toolCallId;
  return [
    ...listed(unfinished, "tool calls never finished", (one) => ({
      tone: "bad",
      title: `“${nameOf(one)}” never finished`,
      text: explainCall(one.call, one.session, moment)?.cause ?? [],
      ...place(one),
    })),
    ...listed(failed, "tool calls failed", (one) => {
      const last: LogPosition = trackOf(one)?.statuses.at(-1) ?? moment;
      return {
        tone: "warn",
        title: `“${nameOf(one)}” failed`,
        text: explain`The agent reported it at ${last}.`,
        ...place(one),
      };
    }),
  ];
}

/** Lists some problems, and one that counts the others. */
function listed<Item>(
  items: readonly Item[],
  otherText: string,
  toProblem: (item: Item) => Problem,
): Problem[] {
  // Explaining a call takes longer the more requests there are, so the others are only counted.
  const problems = items.slice(0, MAX_PER_KIND).map(toProblem);
  const next = items[MAX_PER_KIND];
  if (next === undefined) return problems;
  const { tone, entry } = toProblem(next);
  const rest = `${items.length - MAX_PER_KIND} more ${otherText}`;
  return [...problems, { tone, title: rest, text: [], entry }];
}

function subagentProblems({ state, moment }: ProblemSources, explain: Explain): Problem[] {
  return [...state.sessions.values()].flatMap((session) =>
    [...session.subagents.values()].flatMap(({ sessionId, title, state: reported }): Problem[] => {
      const isRunning = reported?.state === "running" || reported?.state === "requires_action";
      const last = moment.lastActivityOf(sessionId) ?? moment;
      const name = `The subagent “${title ?? sessionId}”`;
      const lastMessage = explain`Its last message is ${last}.`;
      const { index: entry } = last;
      if (!isRunning) return [];
      if (moment.isEnd)
        return [
          {
            tone: "bad",
            title: `${name} never ended`,
            text: explain`It is still “${reported.state}” where the log stops. ${lastMessage}`,
            entry,
          },
        ];
      // It may work in the background, after the turn of its parent.
      const silence = moment.at - last.at;
      if (isBusy(session) || silence < SILENT_MS) return [];
      return [
        {
          tone: "warn",
          title: `${name} has been silent for ${formatElapsed(silence)}`,
          text: explain`It is still “${reported.state}”, and its parent has no open turn. ${lastMessage}`,
          entry,
        },
      ];
    }),
  );
}

function isBusy({ openTurns }: Session): boolean {
  return openTurns.length > 0;
}

/** The findings that other problems explain in more detail. */
const FOUND_ELSEWHERE: ReadonlySet<FindingCode> = new Set<FindingCode>([
  "unanswered_request",
  "cancel_not_confirmed",
  "unfinished_tool_call",
]);

/** The severities in the words of a problem. */
const FOUND_TITLES: Readonly<Record<Severity, string>> = {
  violation: "Protocol violation",
  warning: "Protocol warning",
  note: "Note",
};

/** Groups what the check and the store have found by its code. Notes are not problems. */
function messageProblems({ digest, conformance }: ProblemSources, explain: Explain): Problem[] {
  const found = [
    ...(conformance?.findings ?? []).map(({ finding, index }) => ({
      code: finding.code,
      severity: finding.severity,
      message: finding.message,
      path: finding.path ?? "",
      index,
    })),
    ...listUnexplained(digest.diagnostics, conformance).map(({ index, diagnostic }) => ({
      code: diagnostic.code,
      severity: severityOf(diagnostic.code, conformance),
      message: diagnostic.message,
      path: diagnostic.path.join("."),
      index,
    })),
  ];
  const others = found.filter(({ code }) => !FOUND_ELSEWHERE.has(code));
  return groupByCode(others, ({ code }) => code).flatMap(([code, items]): Problem[] => {
    const severity = worstSeverity(items.map((item) => item.severity)) ?? "note";
    const [first] = items;
    if (severity === "note" || first === undefined) return [];
    const { path, message, index } = first;
    const more = items.length > 1 ? ` ${formatCount(items.length - 1, "more message")}.` : "";
    return [
      {
        tone: SEVERITY_TONES[severity],
        title: `${FOUND_TITLES[severity]}: ${code}`,
        text: explain`${{ index, at: 0 }}: ${path === "" ? "" : `${path}: `}${message}${more}`,
        entry: index,
      },
    ];
  });
}
