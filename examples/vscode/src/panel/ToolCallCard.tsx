import type { ToolCallContent } from "@acp-store/core";
import { useTerminal, useToolCall } from "@acp-store/react";
import { getContentText, getStatusText, getTerminalText } from "./plainText.js";

/** A tool call with its content as plain text. */
export function ToolCallCard({ id }: { readonly id: string }) {
  const call = useToolCall(id);
  if (call === undefined) return null;
  return (
    <details className="tool-call" data-status={call.stale ? "cancelled" : call.status}>
      <summary>
        <span className="title">{call.title ?? call.name ?? "Tool call"}</span>{" "}
        <span className="status">{getStatusText(call)}</span>
      </summary>
      {call.content.map(renderContent)}
      {call.content.length === 0 && <p className="hint">No content yet.</p>}
    </details>
  );
}

/** The agent only appends to the content or replaces it, so the position identifies an item. */
function renderContent(item: ToolCallContent, position: number) {
  if (item.type === "terminal") return <TerminalOutput key={position} id={item.terminalId} />;
  return <Output key={position} text={getContentText(item)} />;
}

function TerminalOutput({ id }: { readonly id: string }) {
  const terminal = useTerminal(id);
  return <Output text={terminal ? getTerminalText(terminal) : ""} />;
}

function Output({ text }: { readonly text: string }) {
  return (
    // Focusable, so that long lines can be scrolled with the keyboard.
    <pre tabIndex={0} aria-label="Output" role="region">
      {text}
    </pre>
  );
}
