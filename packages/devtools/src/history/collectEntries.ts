import type {
  AcpPatch,
  CommitRecord,
  Diagnostic,
  DiagnosticRecord,
  FrameRecord,
  InspectRecord,
} from "@acp-store/core";
import { getPatchTarget } from "@acp-store/core/replica";
import { isObject } from "../json.js";
import { frameKind } from "../messageNames.js";
import type { RingBuffer } from "../ringBuffer.js";
import type { Affected, HistoryEntry } from "./entry.js";

const EMPTY_LIST: readonly never[] = [];

/**
 * Returns an inspector that turns the records of a store into history entries. The store reports a
 * message first, then its diagnostics, then its commits. All records up to and including the first
 * commit are collected in one entry.
 */
export function createEntryCollector(
  entries: RingBuffer<HistoryEntry>,
  addEntry: (entry: HistoryEntry) => void,
): (record: InspectRecord) => void {
  /** The time of the previous record. */
  let previousTime: number | undefined;

  return (record) => {
    if (record.type === "frame") {
      addEntry(createFrameEntry(entries.endIndex(), record.frame));
      previousTime = performance.now();
      return;
    }
    const now = performance.now();
    const elapsed = record.frame && previousTime !== undefined ? now - previousTime : undefined;
    previousTime = now;
    const last = entries.at(entries.endIndex() - 1);
    const isSameEntry =
      last !== undefined &&
      last.event === undefined &&
      record.frame !== undefined &&
      last.frame === record.frame;
    if (!isSameEntry) {
      const index = entries.endIndex();
      addEntry(
        record.type === "commit"
          ? createCommitEntry(index, record, elapsed)
          : createDiagnosticEntry(index, record, elapsed),
      );
      return;
    }
    const spentMs = elapsed === undefined ? undefined : elapsed + (last.spentMs ?? 0);
    entries.replaceLast(
      record.type === "commit"
        ? createCommitEntry(last.index, record, spentMs, last.diagnostics)
        : { ...last, diagnostics: [...last.diagnostics, record.diagnostic], spentMs },
    );
  };
}

// These functions list every field, since an object spread would cost more than the rest of the work.

function createFrameEntry(
  index: number,
  frame: FrameRecord["frame"],
  diagnostics: readonly Diagnostic[] = EMPTY_LIST,
  spentMs?: number,
): HistoryEntry {
  return {
    index,
    at: frame.t,
    direction: frame.dir,
    kind: frameKind(frame),
    sessionId: sessionIdIn(frame.msg),
    frame,
    event: undefined,
    diagnostics,
    patches: EMPTY_LIST,
    inversePatches: EMPTY_LIST,
    affected: EMPTY_LIST,
    spentMs,
  };
}

function sessionIdIn(msg: unknown): string | undefined {
  const params = isObject(msg) ? msg["params"] : undefined;
  const sessionId = isObject(params) ? params["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

/** Creates the entry of a message or local action that the store rejected. */
function createDiagnosticEntry(
  index: number,
  { frame, diagnostic, at }: DiagnosticRecord,
  spentMs: number | undefined,
): HistoryEntry {
  if (frame !== undefined) return createFrameEntry(index, frame, [diagnostic], spentMs);
  return {
    index,
    at,
    direction: "local",
    kind: diagnostic.code,
    sessionId: undefined,
    frame,
    event: undefined,
    diagnostics: [diagnostic],
    patches: EMPTY_LIST,
    inversePatches: EMPTY_LIST,
    affected: EMPTY_LIST,
    spentMs,
  };
}

function createCommitEntry(
  index: number,
  { frame, event, patches, inversePatches }: CommitRecord,
  spentMs: number | undefined,
  diagnostics: readonly Diagnostic[] = EMPTY_LIST,
): HistoryEntry {
  return {
    index,
    at: event.at,
    direction: frame?.dir ?? "local",
    kind: event.type,
    sessionId: "sessionId" in event ? event.sessionId : undefined,
    frame,
    event,
    diagnostics,
    patches,
    inversePatches,
    affected: findAffectedParts(patches),
    spentMs,
  };
}

/** Returns the parts of the state that patches change, without duplicates. */
function findAffectedParts(patches: readonly AcpPatch[]): readonly Affected[] {
  const parts: Affected[] = [];
  for (const { path } of patches) {
    const part = affectedBy(path);
    if (!parts.some((other) => isSamePart(other, part))) parts.push(part);
  }
  return parts;
}

function affectedBy(path: AcpPatch["path"]): Affected {
  const target = getPatchTarget(path);
  const { kind, sessionId } = target;
  if (kind === "state") return { field: target.field };
  if (kind === "session") return { sessionId };
  if (kind === "timeline") return { sessionId, field: kind };
  if (kind === "field") return { sessionId, field: target.field };
  if (sessionId === undefined) return { field: target.table };
  const { table } = target;
  return kind === "table" ? { sessionId, table } : { sessionId, table, id: target.id };
}

function isSamePart(a: Affected, b: Affected): boolean {
  return a.sessionId === b.sessionId && a.table === b.table && a.id === b.id && a.field === b.field;
}
