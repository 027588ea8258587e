import {
  DOCUMENT_VERSION,
  encodeEntry,
  type EntryHead,
  INITIAL_CHECKSUM,
  type SavedSession,
  verifyDocument,
} from "./format.js";
import { type AcpStorage, nextEpoch } from "./storage.js";

// The index is a document with the list of sessions, each with the version of its document. An entry
// counts only for exactly this version, so that an index that is old, damaged or missing costs time
// and nothing else.

const INDEX_ID = "index/sessions";
const STATUSES: ReadonlySet<unknown> = new Set<SavedSession["status"]>([
  "complete",
  "truncated",
  "corrupt",
  "unknown_version",
]);

/** A session as its document describes it. */
export interface DescribedSession extends Pick<EntryHead, "active" | "catalog"> {
  readonly session: SavedSession;
}

/** A session, and the version of the document that says so. */
export interface IndexedSession extends DescribedSession {
  readonly version: string;
}

/** Resolves with the sessions of the last listing, by id. Never rejects: an unusable index has none. */
export async function readIndex(storage: AcpStorage): Promise<ReadonlyMap<string, IndexedSession>> {
  try {
    const stored = await storage.read(INDEX_ID);
    const entry = stored && verifyDocument(stored)?.snapshot;
    // Another release may judge a document differently.
    if (entry?.head.v !== DOCUMENT_VERSION) return new Map();
    const content: unknown = JSON.parse(entry.body);
    const known = Array.isArray(content) ? content.filter(isIndexedSession) : [];
    return new Map(known.map((one) => [one.session.sessionId, one]));
  } catch {
    return new Map();
  }
}

/** Replaces the index. Never rejects: without an index, the next listing reads all documents. */
export async function writeIndex(
  storage: AcpStorage,
  sessions: readonly IndexedSession[],
): Promise<void> {
  const head = { v: DOCUMENT_VERSION, seq: 0, info: { updatedAt: 0 } };
  const { text: snapshot } = encodeEntry(head, JSON.stringify(sessions), INITIAL_CHECKSUM);
  try {
    const epoch = nextEpoch((await storage.read(INDEX_ID))?.epoch);
    await storage.write({ id: INDEX_ID, epoch, snapshot });
  } catch {
    // There is no space, another process was faster, or the folder cannot be written.
  }
}

function isIndexedSession(value: unknown): value is IndexedSession {
  if (!isRecord(value) || typeof value["version"] !== "string") return false;
  const { session, catalog, active } = value;
  return (
    isSavedSession(session) &&
    (active === undefined || typeof active === "boolean") &&
    (catalog === undefined || (isRecord(catalog) && catalog["sessionId"] === session.sessionId))
  );
}

function isSavedSession(value: unknown): value is SavedSession {
  if (!isRecord(value)) return false;
  const { sessionId, status, updatedAt, closed, title, cwd, agent, parentSessionId } = value;
  return (
    typeof sessionId === "string" &&
    STATUSES.has(status) &&
    (updatedAt === undefined || typeof updatedAt === "number") &&
    (closed === undefined || closed === true) &&
    [title, cwd, agent, parentSessionId].every(
      (text) => text === undefined || typeof text === "string",
    )
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
