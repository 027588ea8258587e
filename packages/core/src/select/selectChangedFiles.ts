import { isObject } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ChangesItem, DiffItem, ToolCallContent } from "../state/content.js";
import type { Permission } from "../state/requests.js";
import type { ToolCall } from "../state/entities.js";
import type { AcpState, Session } from "../state/state.js";
import { type ChangedFile, FileLedger } from "./fileLedger.js";
import { NOTHING } from "./list.js";

type Diff = DiffItem | ChangesItem;
type Edit = readonly [ToolCall, Diff];

interface Memo {
  readonly permissions: Session["permissions"];
  readonly files: readonly ChangedFile[];
}

const inTables = new WeakMap<Session["toolCalls"], Memo>();
/** By the first diff of a session, which keeps its reference until it changes. */
const latest = new WeakMap<Diff, readonly ChangedFile[]>();

/**
 * The files that the agent changed in a session, in first-seen order, with what happened to each
 * and how many lines came and went. Only completed tool calls count: one that is not finished
 * proposes a change, and one that failed, was refused or cancelled made none. A call that shows no
 * diff any more counts with the one that the user allowed.
 *
 * Edits of one file are merged. Where one goes on from the text that another left, the lines are
 * those between the first text and the last; others add up. The same list, and the same item of a
 * file, until it changes.
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
  if (session === undefined) return NOTHING;
  const { toolCalls, permissions } = session;
  const known = inTables.get(toolCalls);
  if (known?.permissions === permissions) return known.files;
  const files = filesOf(editsIn(session));
  inTables.set(toolCalls, { permissions, files });
  return files;
}

function filesOf(edits: readonly Edit[]): readonly ChangedFile[] {
  const first = edits[0]?.[1];
  if (first === undefined) return NOTHING;
  const ledger = new FileLedger();
  for (const [{ toolCallId }, item] of edits) {
    if (isChanges(item)) ledger.addChanges(toolCallId, item);
    else ledger.addText(toolCallId, item);
  }
  const files = shareStructure(latest.get(first), ledger.files());
  latest.set(first, files);
  return files;
}

function editsIn({ toolCalls, permissions }: Session): readonly Edit[] {
  let allowed: ReadonlyMap<string, Permission> | undefined;
  const edits: Edit[] = [];
  for (const call of toolCalls.values()) {
    if (call.status !== "completed") continue;
    let diffs = call.content.filter(isDiff);
    if (diffs.length === 0) {
      allowed ??= allowedCalls(permissions.values());
      diffs = (allowed.get(call.toolCallId)?.toolCall?.content ?? []).filter(isDiff);
    }
    for (const item of diffs) edits.push([call, item]);
  }
  return edits;
}

function allowedCalls(permissions: Iterable<Permission>): ReadonlyMap<string, Permission> {
  const allowed = new Map<string, Permission>();
  for (const permission of permissions) {
    const { toolCallId, optionId, options, status } = permission;
    if (toolCallId === undefined || status !== "selected") continue;
    const answer = options.find((option) => option.optionId === optionId);
    if (answer?.kind.startsWith("allow")) allowed.set(toolCallId, permission);
  }
  return allowed;
}

function isDiff(item: ToolCallContent): item is Diff {
  return item.type === "diff";
}

/** A text diff keeps its unknown fields, and one of them may have this name. */
function isChanges(item: Diff): item is ChangesItem {
  const changes: unknown = "changes" in item ? item.changes : undefined;
  return (
    Array.isArray(changes) &&
    changes.every((change) => isObject(change) && typeof change["operation"] === "string")
  );
}
