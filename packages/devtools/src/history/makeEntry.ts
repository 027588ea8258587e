import type { CommitRecord, Diagnostic, DiagnosticRecord, FrameRecord } from "@acp-store/core";
import { affectedBy } from "./affected.js";
import type { HistoryEntry } from "./entry.js";
import { messageKind, sessionOf } from "./messageKind.js";

const NONE: readonly never[] = [];

// Each is written out, since a spread here would cost more than all else that an entry does.

export function frameEntry(
  index: number,
  frame: FrameRecord["frame"],
  diagnostics: readonly Diagnostic[] = NONE,
  spentMs?: number,
): HistoryEntry {
  return {
    index,
    at: frame.t,
    direction: frame.dir,
    kind: messageKind(frame.msg),
    sessionId: sessionOf(frame.msg),
    frame,
    event: undefined,
    diagnostics,
    patches: NONE,
    inversePatches: NONE,
    affected: NONE,
    spentMs,
  };
}

/** Of what was refused or odd before it could be an event. */
export function diagnosticEntry(
  index: number,
  record: DiagnosticRecord,
  spentMs: number | undefined,
): HistoryEntry {
  const { frame, diagnostic, at } = record;
  if (frame !== undefined) return frameEntry(index, frame, [diagnostic], spentMs);
  return {
    index,
    at,
    direction: "local",
    kind: diagnostic.code,
    sessionId: undefined,
    frame,
    event: undefined,
    diagnostics: [diagnostic],
    patches: NONE,
    inversePatches: NONE,
    affected: NONE,
    spentMs,
  };
}

export function withDiagnostic(
  entry: HistoryEntry,
  { diagnostic }: DiagnosticRecord,
  spentMs: number | undefined,
): HistoryEntry {
  return { ...entry, diagnostics: [...entry.diagnostics, diagnostic], spentMs };
}

/** `noted` is what the same message has had to say before. */
export function commitEntry(
  index: number,
  { frame, event, patches, inversePatches }: CommitRecord,
  spentMs: number | undefined,
  noted: readonly Diagnostic[] = NONE,
): HistoryEntry {
  return {
    index,
    at: event.at,
    direction: frame?.dir ?? "local",
    kind: event.type,
    sessionId: "sessionId" in event ? event.sessionId : undefined,
    frame,
    event,
    diagnostics: noted,
    patches,
    inversePatches,
    affected: affectedBy(patches),
    spentMs,
  };
}
