import {
  type AcpState,
  type AcpStore,
  applyAcpPatches,
  type CommitRecord,
  createAcpStore,
  type DiagnosticCode,
  type Message,
  type Session,
} from "@acp-store/core";
import { expect } from "vitest";
import { recordedFrames } from "./heardTraffic.js";
import { codes } from "./trackedStore.js";

/** What one frame did: a line of the recording, counted from 1. */
export interface Played {
  readonly line: number;
  readonly accepted: boolean;
  readonly codes: readonly DiagnosticCode[];
}

/** A store that has seen a recording, or its first lines, and what it said to each line. */
export function play(name: string, lines?: number): { store: AcpStore; played: readonly Played[] } {
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  const frames = recordedFrames(name).slice(0, lines);
  const played = frames.map((frame, index) => {
    const result = store.observe(frame);
    return { line: index + 1, accepted: result.accepted, codes: codes(result) };
  });
  return { store, played };
}

/** The states around one frame, and where the patches of its commits lead from each of them. */
export interface Step {
  readonly line: number;
  readonly commits: number;
  readonly before: AcpState;
  readonly after: AcpState;
  readonly there: AcpState;
  readonly back: AcpState;
}

export function stepsOf(name: string): Step[] {
  const store = createAcpStore({ scheduler: "sync", now: () => 0 });
  const commits: CommitRecord[] = [];
  store.inspect((record) => {
    if (record.type === "commit") commits.push(record);
  });
  return recordedFrames(name).map((frame, index) => {
    const before = store.getState();
    store.observe(frame);
    const after = store.getState();
    const done = commits.splice(0);
    return {
      line: index + 1,
      commits: done.length,
      before,
      after,
      there: done.reduce((state, { patches }) => applyAcpPatches(state, patches), before),
      back: done.reduceRight((state, last) => applyAcpPatches(state, last.inversePatches), after),
    };
  });
}

/** The only session of a recording, when it is over or after its first lines. */
export function playedSession(name: string, lines?: number): Session {
  const sessions = [...play(name, lines).store.getState().sessions.values()];
  const [only] = sessions;
  if (only === undefined || sessions.length > 1) throw new Error(`${name} has not one session.`);
  return only;
}

/** The conversation, a line for each item: `agent@1: text` is a message of the first turn. */
export function conversationOf(session: Session): string[] {
  return session.timeline.map(({ type, id }) => {
    if (type === "permission") return `permission: #${session.permissions.get(id)?.requestId}`;
    if (type !== "message") return `${type}: ${id}`;
    const message = session.messages.get(id) as Message;
    return `${message.role}@${turnNumber(session, message.turnId)}: ${blocksOf(message)}`;
  });
}

/** A bar would show text blocks that were not joined. */
function blocksOf(message: Message): string {
  return message.content.map((block) => (block.type === "text" ? block.text : "?")).join(" | ");
}

function turnNumber(session: Session, turnId: string | undefined): number {
  return [...session.turns.keys()].indexOf(turnId ?? "") + 1;
}

/** The tool calls with the number of their turn; raw outputs have tests of their own. */
export function toolCallsOf(session: Session): object[] {
  return [...session.toolCalls].map(([key, { turnId, rawOutput: _, ...call }]) => {
    expect(key).toBe(call.toolCallId);
    return { ...call, turn: turnNumber(session, turnId) };
  });
}

/** The permissions without what the store makes up: ids, times and order. */
export function permissionsOf(session: Session): object[] {
  return [...session.permissions.values()].map(
    ({ permissionId: _, sessionId, requestedAt, settledAt, ordinal, turnId, ...permission }) => ({
      ...permission,
      options: permission.options.map((option) => option.optionId),
      turn: turnNumber(session, turnId),
    }),
  );
}

export function turnsOf(session: Session): object[] {
  return [...session.turns.values()].map(({ status, stopReason, promptId, error }) => ({
    prompt: blocksOf(session.messages.get(promptId ?? "") as Message),
    status,
    stopReason,
    error,
  }));
}

/** What the session knows besides its entities, lists cut down to their names. */
export function setupOf(session: Session): object {
  return {
    cwd: session.cwd,
    info: session.info,
    commands: session.commands.map((command) => command.name),
    mode: session.modes?.currentModeId,
    modes: session.modes?.availableModes.map((mode) => mode.id),
    config: session.configOptions.map(({ id, currentValue }) => `${id}: ${String(currentValue)}`),
    usage: session.usage,
  };
}

/** Tool content that is nothing but text. */
export function output(text: string): object {
  return { type: "content", content: { type: "text", text } };
}

/** The file that the recorded agents edit. */
export function greetSource(version: string): string {
  return `export function greet(name) {\n  return 'Helo, ' + name + '!';\n}\n\nexport const VERSION = '${version}';\n`;
}
