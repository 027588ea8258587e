import { LazyValue } from "../persistent/lazyValue.js";
import type { ListBuffer } from "../persistent/listBuffer.js";
import type { TimelineItem } from "./state.js";
import type { StoredSession, StoredSessionFields, StoredTables } from "./storedState.js";
import type { Writable } from "./writable.js";

/**
 * One session in a snapshot. The session object is built when somebody reads it, because most
 * sessions of most snapshots are never read.
 */
export class SessionView extends LazyValue<StoredSession> {
  readonly #fields: StoredSessionFields;
  readonly #tables: StoredTables;
  readonly #timeline: ListBuffer<TimelineItem>;
  #session: StoredSession | undefined;

  constructor(
    fields: StoredSessionFields,
    tables: StoredTables,
    timeline: ListBuffer<TimelineItem>,
  ) {
    super();
    this.#fields = fields;
    this.#tables = tables;
    this.#timeline = timeline;
  }

  override value(): StoredSession {
    this.#session ??= buildSession(this.#fields, this.#tables, this.#timeline.value());
    return this.#session;
  }
}

/**
 * Builds a session from its parts. The literal takes 25 ns; a loop over the names takes 100 times
 * as long, and a spread 1,000 times. The compiler names a missing table or required field, and
 * `tests/state/stateTree.test.ts` a missing optional field.
 */
function buildSession(
  fields: StoredSessionFields,
  tables: StoredTables,
  timeline: readonly TimelineItem[],
): StoredSession {
  const session: Writable<StoredSession> = {
    toolCalls: tables.toolCalls,
    plans: tables.plans,
    messages: tables.messages,
    permissions: tables.permissions,
    terminals: tables.terminals,
    turns: tables.turns,
    compactions: tables.compactions,
    subagents: tables.subagents,
    sessionMessages: tables.sessionMessages,
    timeline,
    sessionId: fields.sessionId,
    activity: fields.activity,
    openTurns: fields.openTurns,
    queue: fields.queue,
    background: fields.background,
    info: fields.info,
    commands: fields.commands,
    configOptions: fields.configOptions,
    recentPlans: fields.recentPlans,
    notices: fields.notices,
    unknownUpdates: fields.unknownUpdates,
  };
  if (fields.cwd !== undefined) session.cwd = fields.cwd;
  if (fields.additionalDirectories !== undefined)
    session.additionalDirectories = fields.additionalDirectories;
  if (fields.parentSessionId !== undefined) session.parentSessionId = fields.parentSessionId;
  if (fields.modes !== undefined) session.modes = fields.modes;
  if (fields.usage !== undefined) session.usage = fields.usage;
  if (fields.queueHeld !== undefined) session.queueHeld = fields.queueHeld;
  if (fields.detached !== undefined) session.detached = fields.detached;
  if (fields.replaying !== undefined) session.replaying = fields.replaying;
  if (fields.reported !== undefined) session.reported = fields.reported;
  if (fields.dropped !== undefined) session.dropped = fields.dropped;
  if (fields.closed !== undefined) session.closed = fields.closed;
  return session;
}
