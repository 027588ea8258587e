import {
  type AcpState,
  type AcpStore,
  applyAcpPatches,
  type CommitRecord,
  type ContentBlock,
  createAcpStore,
  type DiagnosticCode,
  type Message,
  type Session,
} from "@acp-store/core";
import { expect } from "vitest";
import { recordedFrames } from "./recordings.js";
import { codes, asSent } from "./trackedStore.js";

/** The result of observing one frame. `line` is its line in the recording, from 1. */
export interface ObservedLine {
  readonly line: number;
  readonly accepted: boolean;
  readonly codes: readonly DiagnosticCode[];
}

/** Observes a recording, or its first lines. Returns the store and the result of each line. */
export function play(
  name: string,
  lines?: number,
): { store: AcpStore; results: readonly ObservedLine[] } {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
  const frames = recordedFrames(name).slice(0, lines);
  const results = frames.map((frame, index) => {
    const result = store.observe(frame);
    return { line: index + 1, accepted: result.accepted, codes: codes(result) };
  });
  return { store, results };
}

/**
 * The states before and after one frame. `patched` is `before` with the patches of the commits, and
 * `reverted` is `after` with the inverse patches; they should equal `after` and `before`.
 */
export interface Step {
  readonly line: number;
  readonly commits: number;
  readonly before: AcpState;
  readonly after: AcpState;
  readonly patched: AcpState;
  readonly reverted: AcpState;
}

/** Observes a recording and returns the states around each frame. */
export function stepsOf(name: string): Step[] {
  const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
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
      patched: done.reduce((state, { patches }) => applyAcpPatches(state, patches), before),
      reverted: done.reduceRight(
        (state, last) => applyAcpPatches(state, last.inversePatches),
        after,
      ),
    };
  });
}

/** Returns the only session of a recording, at its end or after its first lines. */
export function recordedSession(name: string, lines?: number): Session {
  const sessions = [...play(name, lines).store.getState().sessions.values()];
  const [only] = sessions;
  if (only === undefined || sessions.length > 1)
    throw new Error(`Expected exactly one session in ${name}.`);
  return only;
}

/** Returns a line for each item of the timeline: `agent@1: text` is a message of the first turn. */
export function conversationOf(session: Session): string[] {
  return session.timeline.map((item) => {
    const { type, id } = item;
    if (type === "permission") return `permission: #${session.permissions.get(id)?.requestId}`;
    if (type !== "message") return `${type}: ${id}`;
    const { role, turnId, content, runStarts = [] } = session.messages.get(id) as Message;
    const blocks = content.slice(runStarts[item.run - 1], runStarts[item.run]);
    return `${role}@${turnNumber(session, turnId)}: ${joinedBlocks(blocks)}`;
  });
}

/** Joins blocks with a bar, which makes text blocks that were not merged visible. */
function joinedBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "?")).join(" | ");
}

function turnNumber(session: Session, turnId: string | undefined): number {
  return [...session.turns.keys()].indexOf(turnId ?? "") + 1;
}

/** Returns the tool calls with the number of their turn, without their raw outputs. */
export function toolCallsOf(session: Session): object[] {
  return [...session.toolCalls].map(([key, { turnId, rawOutput: _, ...call }]) => {
    expect(key).toBe(call.toolCallId);
    return { ...asSent(call), turn: turnNumber(session, turnId) };
  });
}

/** Returns the permissions without the ids, times and order that the store assigns. */
export function permissionsOf(session: Session): object[] {
  return [...session.permissions.values()].map(
    ({ permissionId: _, sessionId, requestedAt, settledAt, ordinal, turnId, ...permission }) => ({
      ...permission,
      options: permission.options.map((option) => option.optionId),
      turn: turnNumber(session, turnId),
    }),
  );
}

/** Returns the turns with the text of their prompts. */
export function turnsOf(session: Session): object[] {
  return [...session.turns.values()].map(({ status, stopReason, promptId, error }) => ({
    prompt: joinedBlocks(session.messages.get(promptId ?? "")?.content ?? []),
    status,
    stopReason,
    error,
  }));
}

/** Returns the fields of the session itself, with lists reduced to names. */
export function setupOf(session: Session): object {
  return {
    cwd: session.cwd,
    info: session.info,
    commands: session.commands.map((command) => command.name),
    mode: session.modes?.currentModeId,
    model: session.models?.currentModelId,
    modes: session.modes?.availableModes.map((mode) => mode.id),
    config: session.configOptions.map(({ id, currentValue }) => `${id}: ${String(currentValue)}`),
    usage: session.usage,
  };
}

/** Returns a text content item of a tool call. */
export function output(text: string): object {
  return { type: "content", content: { type: "text", text } };
}

/** Returns the source of the file that the recorded agents edit. */
export function greetSource(version: string): string {
  return `export function greet(name) {\n  return 'Helo, ' + name + '!';\n}\n\nexport const VERSION = '${version}';\n`;
}
