import { isObject, setOwn } from "../json.js";
import { type Held, openList, openText, withMoreText } from "../state/grow.js";
import { Growing } from "../state/growing.js";
import { GrownList } from "../state/grownList.js";
import type { AcpState, EntityOf, SessionFields, TableName, TimelineItem } from "../state/state.js";
import type { Table } from "../state/table.js";
import { SessionRecord, StateTree, TABLE_NAMES } from "../state/tree.js";
import type { AcpPatch, PatchPath } from "./patch.js";

/**
 * Applies the patches of a commit to the state they were made for, and returns the next one. With
 * `inversePatches` it leads back. The states share all that did not change.
 *
 * @throws Error if a patch does not fit the state.
 *
 * @example
 * ```ts
 * let mirror = store.getState();
 * store.inspect((record) => {
 *   if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
 * });
 * ```
 */
export function applyAcpPatches(state: AcpState, patches: readonly AcpPatch[]): AcpState {
  if (patches.length === 0) return state;
  const tree = new StateTree(state);
  for (const patch of patches) applyPatch(tree, patch);
  return tree.snapshot();
}

function applyPatch(tree: StateTree, patch: AcpPatch): void {
  const [top, sessionId, part, id, ...rest] = patch.path;
  if (top !== "sessions") return applyToRoot(tree, patch);
  if (typeof sessionId !== "string") throw patchMismatch(patch);
  if (part === undefined) return applyToSessions(tree, sessionId, patch);
  const session = tree.find(sessionId);
  if (session === undefined) throw patchMismatch(patch);
  tree.touch(session);
  if (part === "timeline") session.timeline = changedTimeline(session.timeline, patch);
  else if (!isTable(part)) session.fields = changed(session.fields, patch, 2) as SessionFields;
  else if (typeof id === "string") applyToEntity(session, part, id, rest, patch);
  else replaceTable(session, part, patch);
}

function changedTimeline(
  timeline: GrownList<TimelineItem>,
  patch: AcpPatch,
): GrownList<TimelineItem> {
  const [position, ...rest] = patch.path.slice(3);
  if (patch.op === "add" && position === timeline.length && rest.length === 0)
    return timeline.push(patch.value as TimelineItem);
  return GrownList.of(changed(timeline.value(), patch, 3) as readonly TimelineItem[]);
}

function applyToRoot(tree: StateTree, patch: AcpPatch): void {
  tree.root = changed(tree.root, patch, 0) as typeof tree.root;
  tree.touch();
}

function applyToSessions(tree: StateTree, sessionId: string, patch: AcpPatch): void {
  const session = tree.find(sessionId);
  if (patch.op === "add")
    tree.addSession(new SessionRecord(sessionId, patch.value as SessionFields));
  else if (patch.op === "remove" && session !== undefined) tree.removeSession(session);
  else throw patchMismatch(patch);
}

function applyToEntity(
  session: SessionRecord,
  name: TableName,
  id: string,
  rest: PatchPath,
  patch: AcpPatch,
): void {
  const table = session.tables[name] as unknown as Table<EntityOf<TableName>>;
  if (rest.length > 0)
    table.set(id, grownBy(table.peek(id), rest, patch) ?? changedEntity(table.get(id), patch));
  else if (patch.op === "remove") table.delete(id);
  else table.set(id, patch.value as EntityOf<TableName>);
}

function changedEntity(entity: unknown, patch: AcpPatch): EntityOf<TableName> {
  return changed(entity, patch, 4) as EntityOf<TableName>;
}

/** What streams is put behind what is there, without a copy of it, as the store does. */
function grownBy(
  held: Held<EntityOf<TableName>> | undefined,
  [name, position, part, ...deeper]: PatchPath,
  patch: AcpPatch,
): Growing<EntityOf<TableName>> | undefined {
  if (held === undefined || deeper.length > 0) return undefined;
  const field = name as keyof EntityOf<TableName>;
  const before: unknown = (held instanceof Growing ? held.base : held)[field];
  if (Array.isArray(before) && typeof position === "number") {
    const { base, grown } = openList(held, field);
    const next = grownList(grown, position, part, patch);
    return next && new Growing(base, field, next);
  }
  if (typeof before !== "string" || position !== undefined || patch.op !== "append")
    return undefined;
  const { base, grown } = openText(held, field);
  const { rest } = grown.drop(patch.dropped ?? 0, () => 1);
  return new Growing(base, field, rest.append(patch.value));
}

function grownList(
  list: GrownList<unknown>,
  position: number,
  part: string | number | undefined,
  patch: AcpPatch,
): GrownList<unknown> | undefined {
  if (patch.op === "add" && part === undefined && position === list.length)
    return list.push(patch.value);
  const { last } = list;
  if (patch.op !== "append" || part !== "text" || position !== list.length - 1) return undefined;
  return isTextual(last) ? list.replaceLast(withMoreText(last, patch.value)) : undefined;
}

function isTextual(value: unknown): value is { readonly type: string; readonly text: string } {
  return isObject(value) && typeof value["type"] === "string" && typeof value["text"] === "string";
}

function replaceTable(session: SessionRecord, name: TableName, patch: AcpPatch): void {
  if (patch.op !== "replace") throw patchMismatch(patch);
  const table = session.tables[name] as unknown as Table<unknown>;
  table.fill(patch.value as [string, unknown][]);
}

/** The value with the patch applied inside it; `depth` steps of the path lead to the value. */
function changed(value: unknown, patch: AcpPatch, depth: number): unknown {
  const [key, ...rest] = patch.path.slice(depth);
  if (key === undefined) return patch.op === "append" ? grown(value, patch) : valueOf(patch);
  if (typeof value === "string") return editedText(value, key, patch);
  if (typeof value !== "object" || value === null) throw patchMismatch(patch);
  const child = read(value, key);
  if (Array.isArray(value) && rest.length === 0)
    return editedList([...value], Number(key), key, patch);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && patch.op === "remove") delete (copy as Record<string, unknown>)[key];
  else setOwn(copy, String(key), changed(child, patch, depth + 1));
  return copy;
}

function grown(value: unknown, patch: Extract<AcpPatch, { op: "append" }>): string {
  if (typeof value !== "string") throw patchMismatch(patch);
  return (patch.dropped === undefined ? value : value.slice(patch.dropped)) + patch.value;
}

/** The ways back from a text that grew: to a length, and what was dropped at the start. */
function editedText(text: string, key: string | number, patch: AcpPatch): string {
  if (patch.op === "replace" && key === "length") return text.slice(0, patch.value as number);
  if (patch.op === "add" && key === 0) return String(patch.value) + text;
  throw patchMismatch(patch);
}

function editedList(
  list: unknown[],
  index: number,
  key: string | number,
  patch: AcpPatch,
): unknown[] {
  if (key === "length") list.length = valueOf(patch) as number;
  else if (patch.op === "remove") list.splice(index, 1);
  else if (patch.op === "add") list.splice(index, 0, patch.value);
  else list[index] = changed(list[index], patch, patch.path.length);
  return list;
}

function valueOf(patch: AcpPatch): unknown {
  return "value" in patch ? patch.value : undefined;
}

function read(from: object, key: string | number): unknown {
  return Object.hasOwn(from, key) ? (from as Record<string | number, unknown>)[key] : undefined;
}

function isTable(part: string | number): part is TableName {
  return (TABLE_NAMES as readonly (string | number)[]).includes(part);
}

function patchMismatch(patch: AcpPatch): Error {
  return new Error(
    `[acp-store] The patch "${patch.op} ${patch.path.join("/")}" does not fit this state. Apply patches in order, to the state that their commit started from.`,
  );
}
