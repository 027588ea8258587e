import type { GrownList } from "./grownList.js";
import type { Session, SessionFields, SessionTables, TimelineItem } from "./state.js";
import type { Writable } from "./writable.js";

/**
 * A session as it stood when a snapshot was taken. The session itself is put together when somebody
 * reads it, and only once: most states of most sessions are never looked at.
 */
export class SessionView {
  readonly #fields: SessionFields;
  readonly #tables: SessionTables;
  readonly #timeline: GrownList<TimelineItem>;
  #session: Session | undefined;

  constructor(fields: SessionFields, tables: SessionTables, timeline: GrownList<TimelineItem>) {
    this.#fields = fields;
    this.#tables = tables;
    this.#timeline = timeline;
    this.#session = undefined;
  }

  entity(): Session {
    this.#session ??= build(this.#fields, this.#tables, this.#timeline.value());
    return this.#session;
  }
}

/** Named one by one: a spread of so many fields costs twenty times as much. */
function build(
  fields: SessionFields,
  tables: SessionTables,
  timeline: readonly TimelineItem[],
): Session {
  const session: Writable<Session> = {
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
