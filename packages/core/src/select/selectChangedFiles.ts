import { shareStructure } from "../state/shareStructure.js";
import type { DiffItem, ToolCallContent } from "../state/content.js";
import type { Permission } from "../state/requests.js";
import type { ToolCall } from "../state/entities.js";
import { decisionOf } from "../state/phaseOf.js";
import type { WrittenFile } from "../state/sessionParts.js";
import type { AcpState, Session } from "../state/state.js";
import { type ChangedFile, FileLedger } from "./fileLedger.js";
import { createListSelector, EMPTY_LIST, startsWith } from "./list.js";

/** The diffs of a completed call. Keeps its reference while the content of the call does. */
interface CallEdits {
  readonly toolCallId: string;
  readonly diffs: readonly DiffItem[];
}

/** The files that a list of completed calls changed. The ledger continues with the next call. */
interface FilesOfCalls {
  readonly calls: readonly CallEdits[];
  readonly allowed: readonly Permission[];
  readonly ledger: FileLedger;
  /** The ids of the calls that have no diff, and so may have that of a permission. */
  readonly withoutDiff: Set<string>;
  readonly files: readonly ChangedFile[];
}

/** The newest result of each session, by the first completed call. */
const filesByFirstCall = new WeakMap<CallEdits, FilesOfCalls>();
/** The newest result by the written files of a session. */
const filesByWritten = new WeakMap<
  readonly WrittenFile[],
  { readonly reported: readonly ChangedFile[]; readonly files: readonly ChangedFile[] }
>();
const changedFiles = new WeakMap<WrittenFile, ChangedFile>();
/** By the content of a call, or without a diff by the call, because empty content is shared. */
const knownEdits = new WeakMap<ToolCall | ToolCall["content"], CallEdits>();

/**
 * Returns the files that the agent changed in a session, in first-seen order, with the operation and
 * the numbers of added and removed lines. Only completed tool calls count: an unfinished call
 * proposes a change, and a failed, rejected or cancelled call made none. A call without a diff
 * counts with the diff of the permission that the user allowed. A file that no call reports counts if the
 * agent wrote it through the client (`session.writtenFiles`).
 *
 * The numbers are net: they compare the text before the first edit of a file with the text after the
 * last one. An edit of text that earlier edits have shown continues from there, even if it is only an
 * excerpt that occurs once in it, or a patch. The numbers of all other edits add up. If the agent
 * writes an entire file without its earlier text, all lines count as added. If it deletes a file, the lines
 * that are known count as removed. The list and each file keep their references until they change.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#diffs}
 *
 * @example
 * ```ts
 * for (const { path, added, removed } of selectChangedFiles(store.getState(), "s1"))
 *   list.append(`${path} +${added} -${removed}`);
 * ```
 */
export function selectChangedFiles(state: AcpState, sessionId: string): readonly ChangedFile[] {
  const session = state.sessions.get(sessionId);
  return session === undefined ? EMPTY_LIST : changedFilesOf(session);
}

/** Returns the files that the agent changed in a session, see {@link selectChangedFiles}. */
export function changedFilesOf(session: Session): readonly ChangedFile[] {
  const reported = filesOfCalls(session);
  const { writtenFiles } = session;
  return writtenFiles === undefined ? reported : addWritten(reported, writtenFiles);
}

function filesOfCalls({ toolCalls, permissions }: Session): readonly ChangedFile[] {
  const calls = completedCallsOf(toolCalls);
  const [first] = calls;
  if (first === undefined) return EMPTY_LIST;
  const allowed = allowedEditsOf(permissions);
  const known = filesByFirstCall.get(first);
  if (known?.calls === calls && known.allowed === allowed) return known.files;
  const found = filesOf(known, calls, allowed);
  filesByFirstCall.set(first, found);
  return found.files;
}

/** Adds the files that the agent wrote through the client, except for those that calls report as well. */
function addWritten(
  reported: readonly ChangedFile[],
  written: readonly WrittenFile[],
): readonly ChangedFile[] {
  const known = filesByWritten.get(written);
  if (known?.reported === reported) return known.files;
  const paths = new Set(reported.map(({ path }) => path));
  const others = written.filter(({ path }) => !paths.has(path));
  const files = others.length === 0 ? reported : [...reported, ...others.map(toListedFile)];
  filesByWritten.set(written, { reported, files });
  return files;
}

function toListedFile(written: WrittenFile): ChangedFile {
  const file = changedFiles.get(written) ?? { ...written, toolCallIds: EMPTY_LIST };
  changedFiles.set(written, file);
  return file;
}

const completedCallsOf = /* @__PURE__ */ createListSelector((call: ToolCall) => {
  const { toolCallId, status, content } = call;
  if (status !== "completed") return undefined;
  const known = knownEdits.get(content) ?? knownEdits.get(call);
  if (known?.toolCallId === toolCallId) return known;
  const edits: CallEdits = { toolCallId, diffs: content.filter(isDiff) };
  knownEdits.set(edits.diffs.length === 0 ? call : content, edits);
  return edits;
});

/** Lists the permissions with a diff that the user allowed. */
const allowedEditsOf = /* @__PURE__ */ createListSelector((permission: Permission) => {
  if (permission.toolCall?.content?.some(isDiff) !== true) return undefined;
  return decisionOf(permission) === "allow" ? permission : undefined;
});

/** Adds the calls that are new since the known result, or all calls if others have changed. */
function filesOf(
  known: FilesOfCalls | undefined,
  calls: readonly CallEdits[],
  allowed: readonly Permission[],
): FilesOfCalls {
  const base = known && continuesWith(known, calls, allowed) ? known : undefined;
  const { ledger, withoutDiff } = base ?? { ledger: new FileLedger(), withoutDiff: new Set() };
  const allowedByCall = new Map(allowed.map((permission) => [permission.toolCallId, permission]));
  for (const { toolCallId, diffs } of calls.slice(base?.calls.length ?? 0)) {
    if (diffs.length === 0) withoutDiff.add(toolCallId);
    const shown = allowedByCall.get(toolCallId)?.toolCall?.content ?? [];
    ledger.addCall(toolCallId, diffs.length === 0 ? shown.filter(isDiff) : diffs);
  }
  const files = shareStructure(known?.files, ledger.files());
  return { calls, allowed, ledger, withoutDiff, files: files.length === 0 ? EMPTY_LIST : files };
}

/** Returns whether the ledger of a known result is a part of the ledger of these calls. */
function continuesWith(
  known: FilesOfCalls,
  calls: readonly CallEdits[],
  allowed: readonly Permission[],
): boolean {
  return (
    startsWith(calls, known.calls) &&
    startsWith(allowed, known.allowed) &&
    allowed
      .slice(known.allowed.length)
      .every(({ toolCallId = "" }) => !known.withoutDiff.has(toolCallId))
  );
}

function isDiff(item: ToolCallContent): item is DiffItem {
  return item.type === "diff";
}
