import type { DynamicToolUIPart, ToolUIPart, UIMessage } from "ai";
import type { ReactElement, ReactNode } from "react";

// Components with the props of those of AI Elements, which are copied into a project from the web
// and cannot be installed from a package registry. They are as strict about parts as the originals.

export function Message(props: {
  readonly from: UIMessage["role"];
  readonly children: ReactNode;
}): ReactElement {
  return <article aria-label={props.from}>{props.children}</article>;
}

export function MessageResponse(props: { readonly children: string }): ReactElement {
  return <p>{props.children}</p>;
}

export function Reasoning(props: {
  readonly isStreaming: boolean;
  readonly children: string;
}): ReactElement {
  return <details open={props.isStreaming}>{props.children}</details>;
}

type ToolState = ToolUIPart["state"];

const STATUS_LABELS: Readonly<Record<ToolState, string>> = {
  "input-streaming": "Pending",
  "input-available": "Running",
  "approval-requested": "Awaiting approval",
  "approval-responded": "Responded",
  "output-available": "Completed",
  "output-error": "Error",
  "output-denied": "Denied",
};

type ToolHeaderProps = { readonly title?: string } & (
  | { readonly type: ToolUIPart["type"]; readonly state: ToolState; readonly toolName?: never }
  | {
      readonly type: DynamicToolUIPart["type"];
      readonly state: ToolState;
      readonly toolName: string;
    }
);

export function ToolHeader({ title, type, state, toolName }: ToolHeaderProps): ReactElement {
  return (
    <h3>
      {title ?? toolName ?? type.slice("tool-".length)}: {STATUS_LABELS[state]}
    </h3>
  );
}

export function ToolInput(props: { readonly input: ToolUIPart["input"] }): ReactElement {
  return <code>{JSON.stringify(props.input)}</code>;
}

export function ToolOutput(props: {
  readonly output: ToolUIPart["output"];
  readonly errorText: ToolUIPart["errorText"];
}): ReactElement | null {
  if (!props.output && !props.errorText) return null;
  return <output>{props.errorText ?? JSON.stringify(props.output)}</output>;
}

/** Shows its content while an approval is requested, and the answer after that. */
export function Confirmation(props: {
  readonly approval: ToolUIPart["approval"];
  readonly state: ToolState;
  readonly children: ReactNode;
}): ReactElement | null {
  const { approval, state, children } = props;
  if (!approval || state === "input-streaming" || state === "input-available") return null;
  if (state === "approval-requested") return <fieldset>{children}</fieldset>;
  return <b>{approval.approved ? "Accepted" : "Rejected"}</b>;
}
