import type { AcpState, Message, Session } from "@acp-store/core";

/** Returns the parts of a state that redaction must not change: entities, statuses, order, lengths. */
export function shapeOf(state: AcpState): object {
  return {
    protocolVersion: state.protocolVersion,
    agent: state.agent.info,
    connection: state.connection?.status,
    elicitations: [...state.elicitations.values()].map(({ elicitationId, status, mode }) => ({
      elicitationId,
      status,
      mode,
    })),
    sessions: [...state.sessions].map(([id, session]) => ({ id, ...sessionShape(session) })),
  };
}

function sessionShape(session: Session): object {
  return {
    activity: session.activity,
    timeline: session.timeline,
    openTurns: session.openTurns,
    mode: session.modes?.currentModeId,
    settings: session.configOptions.map(({ id, currentValue }) => [id, currentValue]),
    commands: session.commands.length,
    usage: session.usage?.used,
    notices: session.notices.map(({ severity }) => severity),
    unknown: session.unknownUpdates.map(({ sessionUpdate }) => sessionUpdate),
    messages: [...session.messages.values()].map(messageShape),
    toolCalls: [...session.toolCalls.values()].map((call) => ({
      ...pick(call, "toolCallId", "kind", "status", "turnId", "phase"),
      title: call.title?.length,
      content: call.content.map(({ type }) => type),
      lines: call.locations.map(({ line }) => line),
    })),
    turns: [...session.turns.values()].map((turn) =>
      pick(turn, "turnId", "status", "stopReason", "promptId"),
    ),
    permissions: [...session.permissions.values()].map((permission) => ({
      ...pick(
        permission,
        "permissionId",
        "requestId",
        "status",
        "optionId",
        "reason",
        "toolCallId",
      ),
      options: permission.options.map(({ optionId, kind }) => [optionId, kind]),
    })),
    plans: [...session.plans.values()].map((plan) => [
      plan.planId,
      plan.type,
      plan.entries?.map(({ status, priority }) => [status, priority]),
    ]),
    terminals: [...session.terminals.values()].map((terminal) => [
      terminal.terminalId,
      terminal.output.length,
      terminal.exitStatus?.exitCode,
      terminal.released,
    ]),
    others: [session.compactions, session.subagents, session.sessionMessages].map((table) => [
      ...table.keys(),
    ]),
  };
}

function messageShape({ messageId, role, turnId, content }: Message): object {
  const blocks = content.map((block) => [
    block.type,
    block.type === "text" ? block.text.length : 0,
  ]);
  return { messageId, role, turnId, blocks };
}

function pick<Value extends object, Key extends keyof Value>(value: Value, ...keys: Key[]): object {
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}
