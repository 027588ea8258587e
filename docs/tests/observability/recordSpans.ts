import type { AcpView, Session, Turn } from "@acp-store/core";
import { context, type Span, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";

/** Records the turns that end from now on, without their content. Returns a function that stops it. */
export function recordSpans(store: AcpView, tracer: Tracer): () => void {
  const since = store.now();
  const recorded = new Set<string>();
  return store.watch({ type: "table", table: "turns" }, ({ sessionIds, ids }) => {
    const sessions = sessionIds.flatMap((id) => store.getState().sessions.get(id) ?? []);
    for (const session of sessions)
      for (const turn of ids.flatMap((id) => session.turns.get(id) ?? [])) {
        // Restored turns are older. A late change of an ended turn does not record it again.
        if (turn.endedAt === undefined || turn.startedAt < since) continue;
        if (!recorded.has(turn.turnId)) recordTurn(store, tracer, session, turn, turn.endedAt);
        recorded.add(turn.turnId);
      }
  });
}

function recordTurn(store: AcpView, tracer: Tracer, session: Session, turn: Turn, end: number) {
  const { agent, elicitations } = store.getState();
  const name = agent.info?.name ?? "agent";
  const span = tracer.startSpan(`invoke_agent ${name}`, { startTime: turn.startedAt });
  span.setAttributes({
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": name,
    "gen_ai.agent.version": agent.info?.version,
    "gen_ai.conversation.id": session.sessionId,
    "gen_ai.usage.input_tokens": turn.usage?.inputTokens,
    "gen_ai.usage.output_tokens": turn.usage?.outputTokens,
    "gen_ai.response.finish_reasons": turn.stopReason && [turn.stopReason],
  });
  const parent = trace.setSpan(context.active(), span);
  const isOfTurn = ({ turnId }: { readonly turnId?: string }) => turnId === turn.turnId;
  for (const call of [...session.toolCalls.values()].filter(isOfTurn)) {
    const startTime = call.startedAt ?? call.createdAt;
    const child = tracer.startSpan(`execute_tool ${call.kind}`, { startTime }, parent);
    child.setAttributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.kind,
      "gen_ai.tool.call.id": call.toolCallId,
    });
    endSpan(child, call.endedAt ?? end, call.phase === "failed" ? "tool_failed" : undefined);
  }
  const forms = [...elicitations.values()].filter((each) => each.sessionId === session.sessionId);
  for (const asked of [...session.permissions.values(), ...forms].filter(isOfTurn)) {
    const child = tracer.startSpan("wait_for_user", { startTime: asked.requestedAt }, parent);
    child.setAttribute("acp.request", "permissionId" in asked ? "permission" : "elicitation");
    child.setAttribute("acp.outcome", asked.status);
    endSpan(child, asked.settledAt ?? end);
  }
  endSpan(span, end, turn.error && String(turn.error.code ?? "connection_lost"));
}

function endSpan(span: Span, end: number, errorType?: string) {
  if (errorType !== undefined)
    span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
  span.end(end);
}
