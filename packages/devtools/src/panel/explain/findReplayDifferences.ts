import { type AcpState, type ContentBlock, type Message, selectMessages } from "@acp-store/core";
import type { Exchange } from "../model/exchanges.js";
import type { Explain } from "./explanation.js";
import type { Problem, ProblemSources } from "./problem.js";

/** The text of a message, or of several in a row by the same author. */
interface Said {
  readonly role: Message["role"];
  readonly text: string;
}

/** The requests that a replay may follow. Version 2 has one for loading and resuming a session. */
const LOADS: ReadonlySet<string> = new Set(["session/load", "session/resume"]);

/** The length of a quoted text. */
const QUOTE_LENGTH = 80;

/** The texts before the replays, because earlier states take long to restore. */
const textsBefore = new WeakMap<Exchange, readonly Said[]>();
/** The differences of replays that later turns follow. They do not change anymore. */
const settled = new WeakMap<Exchange, { readonly difference: string | undefined }>();

/**
 * Compares the transcript that a session had with the one that the agent replayed. Thoughts and tool
 * calls are left out: many agents do not replay them.
 */
export function findReplayDifferences(sources: ProblemSources, explain: Explain): Problem[] {
  const { digest, moment, stateAt } = sources;
  const turns = moment.tracks.all.filter(({ table }) => table === "turns");
  return digest.exchanges.flatMap((exchange): Problem[] => {
    const { method, sessionId, request, response, error } = exchange;
    if (!LOADS.has(method) || sessionId === undefined) return [];
    if (response === undefined || error !== undefined) return [];
    const ofSession = turns.filter((track) => track.sessionId === sessionId);
    if (!ofSession.some(({ first }) => first.index < request.index)) return [];
    // Some agents respond before they have replayed everything.
    const next = ofSession.find(({ first }) => first.index > response.index)?.first.index;
    const known = settled.get(exchange);
    const difference =
      known === undefined
        ? compareReplay(exchange, sessionId, (next ?? moment.index + 1) - 1, stateAt)
        : known.difference;
    if (next !== undefined) settled.set(exchange, { difference });
    if (difference === undefined) return [];
    return [
      {
        tone: "warn",
        title: "The replay differs from the transcript",
        text: explain`The session was loaded at ${request}. ${difference}`,
        entry: request.index,
      },
    ];
  });
}

/** Compares the transcript before a replay with the one after an entry of the log. */
function compareReplay(
  exchange: Exchange,
  sessionId: string,
  end: number,
  stateAt: ProblemSources["stateAt"],
): string | undefined {
  const before =
    textsBefore.get(exchange) ?? textsAt(stateAt(exchange.request.index - 1), sessionId);
  textsBefore.set(exchange, before);
  return describeDifference(before, textsAt(stateAt(end), sessionId));
}

/** Describes the first difference. */
function describeDifference(before: readonly Said[], after: readonly Said[]): string | undefined {
  const place = before.findIndex(
    ({ role, text }, index) => after[index]?.role !== role || after[index].text !== text,
  );
  const [old, replayed] = [before[place], after[place]];
  if (old !== undefined && replayed !== undefined)
    return `Message ${place + 1} was ${quoteMessage(old)} and is now ${quoteMessage(replayed)}.`;
  if (old !== undefined)
    return `Message ${place + 1} is missing, ${quoteMessage(old)}: there were ${before.length} messages, and there are ${after.length}.`;
  const added = after[before.length];
  return (
    added &&
    `There were ${before.length} messages, and ${quoteMessage(added)} was added after the last.`
  );
}

function quoteMessage({ role, text }: Said): string {
  const short = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  return `“${short}” of the ${role}`;
}

function textsAt(state: AcpState | undefined, sessionId: string): readonly Said[] {
  const said: Said[] = [];
  for (const { role, content } of state === undefined ? [] : selectMessages(state, sessionId)) {
    if (role === "thought") continue;
    const text = content.map(saidIn).join("").trim();
    const last = said.at(-1);
    if (last?.role === role) said[said.length - 1] = { role, text: `${last.text}\n${text}` };
    else said.push({ role, text });
  }
  return said;
}

function saidIn(block: ContentBlock): string {
  return "text" in block && typeof block.text === "string" ? block.text : `[${block.type}]`;
}
