import type { Actor } from "./actor.js";

/** An action that runs or has run. */
export interface Execution {
  /** The link that has sent it last. After a reconnect, the mirror has another one. */
  actor: Actor;
  /** The encoded result. `undefined` while the action runs. */
  result: string | undefined;
}

/**
 * Remembers the actions of each link with their results, so that none runs twice. A link can push out
 * only actions that it has sent itself.
 */
export interface ActionMemory {
  /** Returns an action that was sent before, which now belongs to this link. */
  find(actor: Actor, id: string): Execution | "forgotten" | undefined;
  /** Returns whether the link may send an action with this id. It can use only a few mirror ids. */
  mayAdd(actor: Actor, id: string): boolean;
  add(actor: Actor, id: string): Execution;
  /** Keeps the result of an action, and forgets the oldest ones of its link beyond the limits. */
  settle(id: string, execution: Execution, result: string): void;
  /** Forgets the results of a link some time after it has ended, and later also its actions. */
  end(actor: Actor): void;
  /** Forgets what belongs to links that have expired. */
  prune(): void;
}

/** The actions that one link has sent. */
interface SentActions {
  readonly executions: Map<string, Execution>;
  /** The number of the last forgotten action of each mirror id that the link has used. */
  readonly forgotten: Map<string, number>;
  /** The length of all results, in UTF-16 code units. */
  chars: number;
  endedAt: number | undefined;
}

const MAX_EXECUTIONS = 1_000;
/** A link has one mirror, and so one mirror id. */
const MAX_MIRROR_IDS = 4;
/** The time for which the results of a link that has ended are kept. */
const RETENTION_MS = 30_000;
/** The time for which its actions are refused if they are sent again: all earlier copies may be lost. */
const NUMBER_RETENTION_MS = 3_600_000;

/** Creates an {@link ActionMemory} that keeps results of at most `maxChars` and one more per link. */
export function createActionMemory(maxChars: number): ActionMemory {
  const links = new Map<Actor, SentActions>();

  function sentBy(actor: Actor): SentActions {
    let sent = links.get(actor);
    if (sent === undefined) {
      sent = { executions: new Map(), forgotten: new Map(), chars: 0, endedAt: undefined };
      links.set(actor, sent);
    }
    return sent;
  }

  function keep(actor: Actor, id: string, execution: Execution): void {
    const { executions, forgotten } = sentBy(actor);
    const [mirror] = splitId(id);
    executions.set(id, execution);
    if (!forgotten.has(mirror)) forgotten.set(mirror, 0);
  }

  function remove(sent: SentActions, id: string, { result = "" }: Execution): void {
    sent.executions.delete(id);
    sent.chars -= result.length;
  }

  function find(actor: Actor, id: string): Execution | "forgotten" | undefined {
    for (const [other, sent] of links) {
      const execution = sent.executions.get(id);
      if (execution === undefined) continue;
      if (other !== actor && mayAdd(actor, id)) {
        remove(sent, id, execution);
        execution.actor = actor;
        keep(actor, id, execution);
        forgetOldest(sentBy(actor), id, execution);
      }
      return execution;
    }
    const [mirror, number] = splitId(id);
    for (const { forgotten } of links.values())
      if (number <= (forgotten.get(mirror) ?? 0)) return "forgotten";
    return undefined;
  }

  function mayAdd(actor: Actor, id: string): boolean {
    const forgotten = links.get(actor)?.forgotten;
    return (
      forgotten === undefined || forgotten.size < MAX_MIRROR_IDS || forgotten.has(splitId(id)[0])
    );
  }

  /** Counts the newest result, and removes old ones. */
  function forgetOldest(sent: SentActions, newest: string, { result = "" }: Execution): void {
    sent.chars += result.length;
    for (const [id, execution] of sent.executions) {
      if (sent.executions.size <= MAX_EXECUTIONS && sent.chars <= maxChars) return;
      if (execution.result === undefined || id === newest) continue;
      forget(sent, id, execution);
    }
  }

  /** Removes an action. It is refused from now on. */
  function forget(sent: SentActions, id: string, execution: Execution): void {
    remove(sent, id, execution);
    const [mirror, number] = splitId(id);
    sent.forgotten.set(mirror, Math.max(sent.forgotten.get(mirror) ?? 0, number));
  }

  return {
    find,
    mayAdd,
    add(actor, id) {
      const execution: Execution = { actor, result: undefined };
      keep(actor, id, execution);
      return execution;
    },
    settle(id, execution, result) {
      execution.result = result;
      const sent = links.get(execution.actor);
      if (sent?.executions.get(id) === execution) forgetOldest(sent, id, execution);
    },
    end(actor) {
      const sent = links.get(actor);
      if (sent !== undefined) sent.endedAt = Date.now();
    },
    prune() {
      for (const [actor, sent] of links) {
        const agoMs = sent.endedAt === undefined ? 0 : Date.now() - sent.endedAt;
        if (agoMs >= RETENTION_MS)
          for (const [id, execution] of sent.executions) forget(sent, id, execution);
        if (agoMs >= NUMBER_RETENTION_MS) links.delete(actor);
      }
    },
  };
}

function splitId(id: string): readonly [mirror: string, number: number] {
  const dot = id.lastIndexOf(".");
  return [id.slice(0, dot), Number(id.slice(dot + 1))];
}
