import { isDeepStrictEqual } from "node:util";
import { type AcpState, createAcpStore, selectMessages } from "@acp-store/core";
import { drafts, memoryStorage, readSession, type StoredDocument } from "@acp-store/persist";
import { unfold } from "../../support/unfold.js";
import type { ClientReport, SavedDocuments } from "./client.js";

/** The reports of a client that was killed, and what it left behind. */
export interface KilledClient {
  /** The documents at the start of the client. */
  readonly before: SavedDocuments;
  readonly reports: readonly ClientReport[];
  /** The time of the kill, in ms since the epoch. */
  readonly killedAt: number;
  /** The documents after the kill. */
  readonly found: SavedDocuments;
  /** The texts of the prompts that the agent has received until then. */
  readonly received: readonly string[];
}

/** The result of one kill. */
export interface ClientDamage {
  /** The number of acknowledged writes. */
  readonly acknowledged: number;
  /** The number of acknowledged writes that are missing. */
  readonly lost: number;
  /** The ids of documents that are not what the client had at the beginning of any of its writes. */
  readonly incorrect: readonly string[];
  /** The ids of sessions that were restored in a state that differs from the saved one. */
  readonly notRestored: readonly string[];
  /** Whether all documents have vanished, because Chromium has deleted its database. */
  readonly vanished: boolean;
  /** The age of the oldest change that is lost, in ms. 0 if nothing is lost. */
  readonly lostMs: number;
  /**
   * The time by which the oldest lost change of a document exceeds the debounce time and the duration
   * of the write that was running, in ms.
   */
  readonly lateMs: number;
  /** The durations of the acknowledged writes, in ms. */
  readonly writeTimes: readonly number[];
  /** Whether a write was running at the kill. */
  readonly diedWriting: boolean;
  /** The number of writes that were snapshots of sessions. */
  readonly snapshots: number;
  /** The number of prompts in the saved queues, drafts and transcripts. */
  readonly savedPrompts: number;
  /** The prompts that were in an acknowledged write, and are nowhere after the kill. */
  readonly missingPrompts: readonly string[];
  /** The prompts that a transcript has more often than the agent has received them. */
  readonly repeatedPrompts: readonly string[];
  /**
   * The number of prompts in a queue that the agent has received, or in a draft that was sent. The
   * user sees them again, because the kill came before the write.
   */
  readonly returnedPrompts: number;
  /** The number of words of the agent that a transcript has twice, or in the wrong order. */
  readonly repeatedWords: number;
}

/** The events that need no write: what they change is in the storage, or at the agent. */
const UNSAVED_EVENTS: ReadonlySet<string> = new Set([
  "replay_ended",
  "replay_started",
  "session_detached",
  "session_opened",
  "session_restored",
]);

/** The default of `debounceMs`, in ms. */
const DEBOUNCE_MS = 500;

/** A write of one document. */
interface DocumentWrite {
  /** Its position in the reports of the document. */
  readonly position: number;
  readonly content: unknown;
  /** The duration, if the write was acknowledged. */
  readonly duration: number | undefined;
}

/** A document as a later client reads it. */
interface DocumentContent {
  /** As in the report of a write. */
  readonly content: unknown;
  /** The text of a draft. */
  readonly draft?: string;
  /** The state of a session. */
  readonly state?: AcpState;
}

/** Compares the documents after a kill with the reports of the client. */
export async function assessKill(client: KilledClient): Promise<ClientDamage> {
  const { before, reports, found } = client;
  const reported = reports.flatMap((report) => (report.type === "writing" ? report.id : []));
  const ids = new Set([...before.map(([id]) => id), ...reported]);
  const documents = await Promise.all([...ids].map((id) => assessDocument(client, id)));
  const vanished = found.length === 0 && documents.some(({ lost }) => lost > 0);
  const saved = new Set(documents.flatMap(({ savedPrompts }) => savedPrompts));
  const acknowledged = new Set(documents.flatMap(({ acknowledgedPrompts }) => acknowledgedPrompts));
  const transcript = documents.flatMap(({ asked }) => asked);
  const queue = documents.flatMap(({ queued }) => queued);
  const received = client.received.flatMap(promptsIn);
  const sent = new Set([...received, ...transcript, ...queue]);
  const damage = {
    acknowledged: sum(documents.map(({ acknowledged: count }) => count)),
    writeTimes: documents.flatMap(({ writeTimes }) => writeTimes),
    diedWriting: documents.some(({ diedWriting }) => diedWriting),
    snapshots: sum(documents.map(({ snapshots }) => snapshots)),
    notRestored: await findWrongRestores(client),
    vanished,
  };
  if (vanished) return { ...damage, ...NOTHING_FOUND };
  return {
    ...damage,
    lost: sum(documents.map(({ lost }) => lost)),
    incorrect: documents.flatMap(({ id, isIncorrect }) => (isIncorrect ? id : [])),
    lostMs: Math.max(0, ...documents.map(({ lostMs }) => lostMs)),
    lateMs: Math.max(0, ...documents.map(({ lateMs }) => lateMs)),
    savedPrompts: saved.size,
    missingPrompts: [...acknowledged].filter((prompt) => !saved.has(prompt)),
    repeatedPrompts: findRepetitions(transcript, received),
    returnedPrompts:
      queue.filter((prompt) => received.includes(prompt)).length +
      documents.flatMap(({ draft }) => draft).filter((prompt) => sent.has(prompt)).length,
    repeatedWords: sum(documents.map(({ words }) => countDisorder(words))),
  };
}

const NOTHING_FOUND = {
  lost: 0,
  incorrect: [],
  lostMs: 0,
  savedPrompts: 0,
  missingPrompts: [],
  lateMs: 0,
  repeatedPrompts: [],
  returnedPrompts: 0,
  repeatedWords: 0,
} as const;

async function assessDocument({ before, reports, killedAt, found }: KilledClient, id: string) {
  const own = reports.filter((report) => "id" in report && report.id === id);
  const writes = findWrites(own);
  const base = await readContent(id, documentIn(before, id));
  const saved = await readContent(id, documentIn(found, id));
  const contents = [base.content, ...writes.map(({ content }) => content)];
  // The number of the write that the document has. 0: the document is as before.
  const survivor = contents.findLastIndex((content) => isDeepStrictEqual(content, saved.content));
  const times = writes.flatMap(({ duration }) => duration ?? []);
  const begin =
    saved.draft === undefined ? writes[survivor - 1]?.position : draftEnd(own, saved.draft);
  const lost = own.slice(begin).find(isUnsaved);
  const lostMs = lost === undefined ? 0 : Math.max(0, killedAt - lost.at);
  const acknowledged = contents.slice(0, times.length + 1);
  if (survivor >= 0 && survivor < times.length)
    printDifference(id, acknowledged.at(-1), saved.content);
  return {
    id,
    acknowledged: times.length,
    lost: Math.max(0, times.length - Math.max(0, survivor)),
    isIncorrect: survivor === -1,
    lostMs,
    lateMs: Math.max(0, lostMs - DEBOUNCE_MS - (killedAt - (findRunningWrite(own) ?? killedAt))),
    writeTimes: times,
    diedWriting: writes.length > times.length,
    snapshots: own.filter((report) => report.type === "writing" && report.isSnapshot).length,
    savedPrompts: promptsIn(saved.content),
    acknowledgedPrompts: acknowledged.flatMap(promptsIn),
    draft: promptsIn(saved.draft),
    ...readTranscript(saved.state),
  };
}

/** Prints where a lost write differs from what was found, because it may not happen again with the same seed. */
function printDifference(id: string, acknowledged: unknown, found: unknown): void {
  const [a = "", b = ""] = [acknowledged, found].map((content) => JSON.stringify(content));
  const start = Array.from(a).findIndex((character, index) => character !== b[index]);
  const around = (text: string): string => text.slice(Math.max(0, start - 200), start + 300);
  process.stdout.write(`${id} lost ${around(a)}\nand has ${around(b)}\n`);
}

/** Returns the writes of one document. They never overlap. */
function findWrites(reports: readonly ClientReport[]): DocumentWrite[] {
  return reports.flatMap((report, position) => {
    if (report.type !== "writing") return [];
    const end = reports.slice(position + 1).find(({ type }) => type !== "changed");
    const duration = end?.type === "acknowledged" ? end.at - report.at : undefined;
    return { position, content: report.content, duration };
  });
}

/** Returns when the running write of a document has begun, with the reading before it. */
function findRunningWrite(reports: readonly ClientReport[]): number | undefined {
  const steps = reports.flatMap((report) =>
    report.type === "reading" ||
    report.type === "read" ||
    report.type === "writing" ||
    report.type === "acknowledged"
      ? report
      : [],
  );
  const last = steps.at(-1);
  if (last?.type !== "reading" && last?.type !== "writing") return undefined;
  return steps.at(-2)?.type === "read" ? steps.at(-3)?.at : last.at;
}

/** Returns the position behind the change to the text of a draft. */
function draftEnd(reports: readonly ClientReport[], text: string): number {
  return reports.findLastIndex((report) => report.type === "changed" && report.text === text) + 1;
}

type Change = Extract<ClientReport, { type: "changed" }>;

const isUnsaved = (report: ClientReport): report is Change =>
  report.type === "changed" && !UNSAVED_EVENTS.has(report.event);

const documentIn = (documents: SavedDocuments, id: string): StoredDocument | undefined =>
  documents.find(([other]) => other === id)?.[1];

async function readContent(
  id: string,
  document: StoredDocument | undefined,
): Promise<DocumentContent> {
  const storage = memoryStorage();
  if (document !== undefined) {
    const { epoch, snapshot, journal } = document;
    await storage.write({ id, epoch, snapshot });
    for (const append of journal) await storage.write({ id, epoch, append });
  }
  const [kind, ...rest] = id.split("/");
  const sessionId = rest.join("/");
  if (kind === "draft") {
    const prompts = drafts(storage);
    const draft = await prompts.get(sessionId);
    await prompts.stop();
    return { content: document?.snapshot ?? null, draft };
  }
  if (kind !== "session") return { content: document?.snapshot ?? null };
  // A damaged document rejects, and one with a damaged end is incorrect.
  const saved = await readSession(storage, sessionId);
  if (saved === undefined) return { content: null };
  const content = unfold(saved.state, sessionId);
  return {
    content: saved.truncatedRecords === undefined ? content : { truncated: content },
    state: saved.state,
  };
}

/** Returns the restored sessions that differ from what a store makes of their documents. */
async function findWrongRestores({ before, reports }: KilledClient): Promise<string[]> {
  const wrong: string[] = [];
  for (const report of reports) {
    if (report.type !== "restored") continue;
    const { id, at } = report;
    const { state } = await readContent(id, documentIn(before, id));
    const store = createAcpStore({ now: () => at });
    if (state !== undefined) store.restoreSession(state);
    const expected = unfold(store.getState(), id.slice("session/".length));
    if (!isDeepStrictEqual(report.content, expected)) wrong.push(id);
  }
  return wrong;
}

/** Returns the ids of the prompts in a text, or in any other content. */
const promptsIn = (content: unknown = ""): string[] => [
  ...new Set(JSON.stringify(content).match(/\bprompt-\d+-\d+-\d+\b/g)),
];

/** Returns the prompts and the numbers of the agent's words in a transcript, and the queued prompts. */
function readTranscript(state: AcpState | undefined) {
  const asked: string[] = [];
  const queued: string[] = [];
  const words: number[] = [];
  if (state === undefined) return { asked, queued, words };
  for (const { sessionId, queue } of state.sessions.values()) {
    queued.push(...queue.flatMap(({ prompt }) => promptsIn(prompt)));
    for (const { role, content } of selectMessages(state, sessionId)) {
      if (role === "user") asked.push(...promptsIn(content));
      if (role === "agent") words.push(...wordsIn(content));
    }
  }
  return { asked, queued, words };
}

const wordsIn = (content: unknown): number[] =>
  Array.from(JSON.stringify(content).matchAll(/\bword-(\d+)\b/g), ([, word]) => Number(word));

/** Returns the prompts that a transcript has more often than the agent has received them. */
function findRepetitions(transcript: readonly string[], received: readonly string[]): string[] {
  const countIn = (prompts: readonly string[], searched: string): number =>
    prompts.filter((prompt) => prompt === searched).length;
  return [...new Set(transcript)].filter(
    (prompt) => countIn(transcript, prompt) > Math.max(1, countIn(received, prompt)),
  );
}

const countDisorder = (numbers: readonly number[]): number =>
  numbers.filter((number, index) => number <= (numbers[index - 1] ?? -1)).length;

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, next) => total + next, 0);
