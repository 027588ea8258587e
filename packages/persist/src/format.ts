import {
  type AcpPatch,
  applyAcpPatches,
  type CatalogEntry,
  deserialize,
  serialize,
} from "@acp-store/core";
import type { StoredDocument } from "./storage.js";

// A document is a snapshot and a journal. Each entry of it is one text:
//
//   checksum of the rest (8 hexadecimal digits) · head as JSON · line feed · body as JSON
//
// The checksum of a journal record continues the checksum of the entry before it, so a record fits
// its place only: one that is missing, moved, or written by another writer ends the journal. Lone
// surrogates survive any encoding, because `JSON.stringify` escapes them.

/**
 * The version of the format that this release writes. A change of the entries, of the patches, or of
 * the format of `serialize` gets a new version, and a row in `MIGRATIONS`.
 */
export const DOCUMENT_VERSION = 2;

/** The facts about a saved session that a list of sessions shows. */
export interface SavedSessionInfo {
  /** The title for display. */
  readonly title?: string;
  /** The working directory, an absolute path. */
  readonly cwd?: string;
  /** The name of the agent for display. */
  readonly agent?: string;
  /** The session whose agent started this one. */
  readonly parentSessionId?: string;
  /** Set if the user has closed the session. It has the content from before. */
  readonly closed?: true;
  /** The time of the last saved change, in ms of the store's clock. */
  readonly updatedAt: number;
}

/** A session in a storage. A damaged session has only its id and its status. */
export interface SavedSession extends Partial<SavedSessionInfo> {
  /** The agent's id of the session. */
  readonly sessionId: string;
  /**
   * Whether the session can be read: `truncated` without its last changes, `corrupt` and
   * `unknown_version` not at all.
   */
  readonly status: "complete" | "truncated" | "corrupt" | "unknown_version";
}

/** The head of an entry. */
export interface EntryHead {
  /** The version of the format. Only in the head of a snapshot. */
  readonly v?: number;
  /** The number of the entry. A snapshot has the number of the last record that it contains. */
  readonly seq: number;
  /** The facts about the session after this entry. */
  readonly info: SavedSessionInfo;
  /**
   * The catalog entry of the session, if it has one. A record leaves out an entry that has not changed
   * since the entry before.
   */
  readonly catalog?: CatalogEntry;
  /**
   * Whether the session had an open turn, a queued prompt or a pending request, so that restoring it
   * changes its catalog entry or shows what waits for the user.
   */
  readonly active?: boolean;
}

/** An entry of a document with a verified checksum. */
export interface VerifiedEntry {
  readonly head: EntryHead;
  /** The body: the serialized state of a snapshot, or the list of patches of a record. */
  readonly body: string;
  /** The checksum of the entry, which the next one continues. */
  readonly checksum: number;
}

/** A document whose snapshot is intact. */
export interface VerifiedDocument {
  /** The snapshot. */
  readonly snapshot: VerifiedEntry;
  /** The records up to the first one that does not fit. */
  readonly records: readonly VerifiedEntry[];
  /** The number of records after them. */
  readonly truncatedRecords: number;
}

const SESSION_PREFIX = "session/";
const DRAFT_PREFIX = "draft/";
const CHECKSUM_DIGITS = 8;
/** The checksum that a snapshot continues. */
export const INITIAL_CHECKSUM = 0x811c9dc5;
const CHECKSUM_PRIME = 0x01000193;

/** Returns the id of the document of a session. */
export function sessionDocumentId(sessionId: string): string {
  return SESSION_PREFIX + sessionId;
}

/** Returns the id of the document with the draft of a session. */
export function draftDocumentId(sessionId: string): string {
  return DRAFT_PREFIX + sessionId;
}

/** Returns the ids of all drafts of a session: that of its prompt, and that of the comments of `@acp-store/ui`. */
export function listDraftIds(sessionId: string): readonly string[] {
  return [sessionId, `${sessionId}#comments`];
}

/** Returns the session of a document, or `undefined` for another kind of document. */
export function sessionIdOf(documentId: string): string | undefined {
  return documentId.startsWith(SESSION_PREFIX)
    ? documentId.slice(SESSION_PREFIX.length)
    : undefined;
}

/**
 * Returns the FNV-1a hash of a text, continued from another one. It reads UTF-16 code units, so that
 * a text of megabytes need not be encoded, and a change of a single unit is always detected, because
 * each step maps different hashes to different hashes.
 */
function checksumOf(text: string, previous: number): number {
  let hash = previous;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), CHECKSUM_PRIME);
  return hash >>> 0;
}

/** Returns the text of an entry, and its checksum. `previous` is the checksum of the one before. */
export function encodeEntry(
  head: EntryHead,
  body: string,
  previous: number,
): { readonly text: string; readonly checksum: number } {
  const content = `${JSON.stringify(head)}\n${body}`;
  const checksum = checksumOf(content, previous);
  return { text: checksum.toString(16).padStart(CHECKSUM_DIGITS, "0") + content, checksum };
}

/** Returns an entry, or `undefined` if it is damaged or does not follow the one before. */
function decodeEntry(text: string, previous: number): VerifiedEntry | undefined {
  const content = text.slice(CHECKSUM_DIGITS);
  const checksum = checksumOf(content, previous);
  const stored = text.slice(0, CHECKSUM_DIGITS);
  if (stored !== checksum.toString(16).padStart(CHECKSUM_DIGITS, "0")) return undefined;
  const end = content.indexOf("\n");
  // The checksum matches, so an entry of this package follows.
  const head = JSON.parse(content.slice(0, end)) as EntryHead;
  return { head, body: content.slice(end + 1), checksum };
}

/** Returns the verified part of a document, or `undefined` if its snapshot is damaged. */
export function verifyDocument({
  snapshot: text,
  journal,
}: StoredDocument): VerifiedDocument | undefined {
  const snapshot = decodeEntry(text, INITIAL_CHECKSUM);
  if (snapshot === undefined) return undefined;
  const records: VerifiedEntry[] = [];
  let last = snapshot;
  for (const line of journal) {
    const record = decodeEntry(line, last.checksum);
    if (record?.head.seq !== last.head.seq + 1) break;
    records.push(record);
    last = record;
  }
  return { snapshot, records, truncatedRecords: journal.length - records.length };
}

/** The parsed content of a document, in the format of one version. */
export interface DocumentContent {
  /** The serialized state of the snapshot. */
  readonly state: unknown;
  /** The patches of all records. */
  readonly patches: readonly AcpPatch[];
}

/**
 * Turns the content of each format version into that of the next one. The first row belongs to
 * version 1.
 */
const MIGRATIONS: readonly ((content: DocumentContent) => DocumentContent)[] = [foldVersion1];

/**
 * Version 1 has no `phase` of tool calls. `deserialize` derives it from the state, so the patches are
 * applied first.
 */
function foldVersion1({ state, patches }: DocumentContent): DocumentContent {
  const folded = applyAcpPatches(deserialize(state), patches);
  return { state: { ...serialize(folded), version: 1 }, patches: [] };
}

/** Returns the content of a document in the format of this release. */
export function parseContent({ snapshot, records }: VerifiedDocument): DocumentContent {
  const content: DocumentContent = {
    state: JSON.parse(snapshot.body),
    patches: records.flatMap(({ body }) => JSON.parse(body) as AcpPatch[]),
  };
  const steps = MIGRATIONS.slice((snapshot.head.v ?? 1) - 1);
  return steps.reduce((current, migrate) => migrate(current), content);
}

/** Returns whether this release reads the format of a document. */
export function isKnownVersion({ snapshot }: VerifiedDocument): boolean {
  return (snapshot.head.v ?? DOCUMENT_VERSION) <= DOCUMENT_VERSION;
}
