import { isObject } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ChangesItem, DiffItem, ToolCallContent } from "../state/content.js";
import type { Permission } from "../state/requests.js";
import type { ToolCall } from "../state/entities.js";
import type { AcpState, Session } from "../state/state.js";
import { type ChangedFile, FileLedger } from "./fileLedger.js";
import { EMPTY_LIST } from "./list.js";

type DiffContent = DiffItem | ChangesItem;
type Edit = readonly [ToolCall, DiffContent];

interface CachedFiles {
  readonly permissions: Session["permissions"];
  readonly files: readonly ChangedFile[];
}

const filesByTable = new WeakMap<Session["toolCalls"], CachedFiles>();
/** The last result by the first diff of a session, which keeps its reference until it changes. */
const filesByFirstDiff = new WeakMap<DiffContent, readonly ChangedFile[]>();

/**
 * Returns the files that the agent changed in a session, in first-seen order, with the operation and
 * the numbers of added and removed lines. Only completed tool calls count: an unfinished call
 * proposes a change, and a failed, rejected or cancelled call made none. A call without a diff
 * counts with the diff of the permission that the user allowed.
 *
 * Edits of one file are merged. If an edit continues from the text of an earlier one, the lines are
 * counted between the first text and the last; otherwise the counts add up. The list and each file
 * keep their references until they change.
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
  if (session === undefined) return EMPTY_LIST;
  const { toolCalls, permissions } = session;
  const known = filesByTable.get(toolCalls);
  if (known?.permissions === permissions) return known.files;
  const files = filesOf(editsIn(session));
  filesByTable.set(toolCalls, { permissions, files });
  return files;
}

function filesOf(edits: readonly Edit[]): readonly ChangedFile[] {
  const first = edits[0]?.[1];
  if (first === undefined) return EMPTY_LIST;
  const ledger = new FileLedger();
  for (const [{ toolCallId }, item] of edits) {
    if (isChanges(item)) ledger.addChanges(toolCallId, item);
    else ledger.addText(toolCallId, item);
  }
  const files = shareStructure(filesByFirstDiff.get(first), ledger.files());
  filesByFirstDiff.set(first, files);
  return files;
}

function editsIn({ toolCalls, permissions }: Session): readonly Edit[] {
  let allowed: ReadonlyMap<string, Permission> | undefined;
  const edits: Edit[] = [];
  for (const call of toolCalls.values()) {
    if (call.status !== "completed") continue;
    let diffs = call.content.filter(isDiff);
    if (diffs.length === 0) {
      allowed ??= allowedPermissions(permissions.values());
      diffs = (allowed.get(call.toolCallId)?.toolCall?.content ?? []).filter(isDiff);
    }
    for (const item of diffs) edits.push([call, item]);
  }
  return edits;
}

function allowedPermissions(permissions: Iterable<Permission>): ReadonlyMap<string, Permission> {
  const allowed = new Map<string, Permission>();
  for (const permission of permissions) {
    const { toolCallId, optionId, options, status } = permission;
    if (toolCallId === undefined || status !== "selected") continue;
    const answer = options.find((option) => option.optionId === optionId);
    if (answer?.kind.startsWith("allow")) allowed.set(toolCallId, permission);
  }
  return allowed;
}

function isDiff(item: ToolCallContent): item is DiffContent {
  return item.type === "diff";
}

/** A text diff keeps its unknown fields, and one of them may be called `changes`. */
function isChanges(item: DiffContent): item is ChangesItem {
  const changes: unknown = "changes" in item ? item.changes : undefined;
  return (
    Array.isArray(changes) &&
    changes.every((change) => isObject(change) && typeof change["operation"] === "string")
  );
}
