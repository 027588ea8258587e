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

/**
 * Describes what a state shows to users, in a line for each entity: the conversation, tool calls,
 * permissions, plans, terminals and turns of each session. Times and ids that the store assigns are left out.
 */
export function describeState(state: AcpState): string {
  const { protocolVersion, agent, sessions } = state;
  const name = agent.info?.title ?? agent.info?.name ?? "unknown";
  const lines = [...sessions.values()].flatMap(describeSession);
  return [`version ${protocolVersion}, agent ${name}`, ...lines].join("\n");
}

function describeSession(session: Session): string[] {
  const turnOf = (turnId?: string): number => [...session.turns.keys()].indexOf(turnId ?? "") + 1;
  const describe = (type: string, fields: object): string => `  ${type} ${JSON.stringify(fields)}`;
  const list = <Value>(type: string, values: Iterable<Value>, pick: (value: Value) => object) =>
    Array.from(values, (value) => describe(type, pick(value)));
  return [
    `session ${session.sessionId}: ${session.activity}`,
    describe("setup", setupOf(session)),
    ...list(
      "turn",
      session.turns.values(),
      ({ status, stopReason, promptId, cancelRequested }) => ({
        status,
        stopReason,
        cancelRequested,
        prompt: joinedBlocks(session.messages.get(promptId ?? "")?.content ?? []),
      }),
    ),
    ...session.timeline.map((item) => {
      if (item.type === "permission")
        return `  permission #${session.permissions.get(item.id)?.requestId}`;
      if (item.type !== "message") return `  ${item.type} ${item.id}`;
      const {
        role,
        turnId,
        messageId,
        content,
        runStarts = [],
      } = session.messages.get(item.id) as Message;
      const blocks = content.slice(runStarts[item.run - 1], runStarts[item.run]);
      return `  ${role} ${messageId}@${turnOf(turnId)}: ${joinedBlocks(blocks)}`;
    }),
    ...list("call", session.toolCalls.values(), ({ turnId, phase, ...call }) => ({
      ...asSent(call),
      phase,
      turn: turnOf(turnId),
    })),
    ...list(
      "permission",
      session.permissions.values(),
      ({ permissionId: _, sessionId, requestedAt, settledAt, ordinal, turnId, ...permission }) => ({
        ...permission,
        options: permission.options.map((option) => option.optionId),
        turn: turnOf(turnId),
      }),
    ),
    ...list("plan", session.plans.values(), asSent),
    ...list("terminal", session.terminals.values(), ({ command, output, exitStatus }) => ({
      command,
      output,
      exitStatus,
    })),
  ];
}

/** Joins blocks with a bar, which makes text blocks that were not merged visible. */
function joinedBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "?")).join(" | ");
}

/** Returns the fields of the session itself, with lists reduced to names. */
function setupOf(session: Session): object {
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
