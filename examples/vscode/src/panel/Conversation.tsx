import type { TimelineItem } from "@acp-store/core";
import {
  useMessage,
  useMessageRun,
  usePermission,
  useSession,
  useTimeline,
  useTurn,
} from "@acp-store/react";
import { getBlockText } from "./plainText.js";
import { ToolCallCard } from "./ToolCallCard.js";

/** The conversation. The style sheet keeps its end visible while it grows. */
export function Conversation() {
  const timeline = useTimeline();
  const isBusy = useSession((session) => (session?.openTurns.length ?? 0) > 0);
  const isAsking = useSession((session) => (session?.pendingPermissions.length ?? 0) > 0);
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <main tabIndex={0} aria-label="Conversation">
      <div role="log" aria-busy={isBusy}>
        {timeline.map((item) => (
          <TimelineRow key={keyOf(item)} item={item} />
        ))}
        {isBusy ? (
          <p className="hint">{isAsking ? "Waiting for your answer…" : "Working…"}</p>
        ) : (
          <LastTurnEnd />
        )}
      </div>
    </main>
  );
}

function keyOf(item: TimelineItem): string {
  return item.type === "message" ? `${item.id} ${item.run}` : `${item.type} ${item.id}`;
}

function TimelineRow({ item }: { readonly item: TimelineItem }) {
  switch (item.type) {
    case "message":
      return <MessageRow id={item.id} run={item.run} />;
    case "tool_call":
      return <ToolCallCard id={item.id} />;
    case "permission":
      return <PermissionOutcome id={item.id} />;
    default:
      return null;
  }
}

function MessageRow({ id, run }: { readonly id: string; readonly run: number }) {
  const role = useMessage(id, (message) => message?.role);
  const text = useMessageRun(id, run, getBlockText);
  if (role === "thought")
    return (
      <details className="thought">
        <summary>Thought</summary>
        {text}
      </details>
    );
  return (
    <article className={role} aria-label={role === "user" ? "You" : "Agent"}>
      {text}
    </article>
  );
}

/** The answer to a permission request. The dock shows a request that has none. */
function PermissionOutcome({ id }: { readonly id: string }) {
  const permission = usePermission(id);
  if (permission === undefined || permission.status === "pending") return null;
  const option = permission.options.find(({ optionId }) => optionId === permission.optionId);
  const prefix = permission.reason === "policy" ? "Answered by a rule" : "You chose";
  return <p className="hint">{option ? `${prefix}: ${option.name}` : "Not answered"}</p>;
}

function LastTurnEnd() {
  const turn = useTurn();
  if (turn?.status === "failed")
    return (
      <p role="alert" className="error">
        {turn.error?.message ?? "The turn failed."}
      </p>
    );
  const isInterrupted = turn?.status === "interrupted";
  if (!turn?.cancelRequested && !isInterrupted) return null;
  return <p className="hint">{isInterrupted ? "Interrupted." : "You stopped the agent."}</p>;
}
