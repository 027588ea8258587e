import { type AcpRuntimeOptions, isAcpToolArtifact, useAcpRuntime } from "@acp-store/assistant-ui";
import type { ToolCallContent } from "@acp-store/core";
import {
  AssistantRuntimeProvider,
  AttachmentPrimitive,
  ComposerPrimitive,
  type DataMessagePartProps,
  ErrorPrimitive,
  MessagePartPrimitive,
  MessagePrimitive,
  QueueItemPrimitive,
  type SourceMessagePartProps,
  type TextMessagePartProps,
  ThreadListItemPrimitive,
  ThreadListPrimitive,
  ThreadPrimitive,
  type ToolCallMessagePartProps,
} from "@assistant-ui/react";
import type { ReactElement } from "react";

/** A chat that is made of the primitives of assistant-ui, with plain HTML for the parts. */
export function Chat(options: AcpRuntimeOptions): ReactElement {
  const runtime = useAcpRuntime(options);
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <nav aria-label="Sessions">
        <ThreadListPrimitive.New>New session</ThreadListPrimitive.New>
        <ThreadListPrimitive.Items components={{ ThreadListItem }} />
        <section aria-label="Archive">
          <ThreadListPrimitive.Items archived components={{ ThreadListItem }} />
        </section>
      </nav>
      <ThreadPrimitive.Root aria-label="Conversation" role="log">
        <ThreadPrimitive.Viewport>
          <ThreadPrimitive.Messages components={MESSAGES} />
        </ThreadPrimitive.Viewport>
      </ThreadPrimitive.Root>
      <ComposerPrimitive.Root aria-label="Composer">
        <ComposerPrimitive.Queue>
          {() => (
            <div aria-label="Queued" role="listitem">
              <QueueItemPrimitive.Text />
              <QueueItemPrimitive.Steer>Send next</QueueItemPrimitive.Steer>
              <QueueItemPrimitive.Remove>Remove</QueueItemPrimitive.Remove>
            </div>
          )}
        </ComposerPrimitive.Queue>
        <ComposerPrimitive.Attachments>
          {() => <AttachmentPrimitive.Name />}
        </ComposerPrimitive.Attachments>
        <ComposerPrimitive.AddAttachment>Attach</ComposerPrimitive.AddAttachment>
        <ComposerPrimitive.Input aria-label="Message" />
        <ComposerPrimitive.Send>Send</ComposerPrimitive.Send>
        <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
      </ComposerPrimitive.Root>
    </AssistantRuntimeProvider>
  );
}

function ThreadListItem() {
  return (
    <ThreadListItemPrimitive.Root>
      <ThreadListItemPrimitive.Trigger>
        <ThreadListItemPrimitive.Title fallback="Untitled" />
      </ThreadListItemPrimitive.Trigger>
      <ThreadListItemPrimitive.Archive>Archive</ThreadListItemPrimitive.Archive>
      <ThreadListItemPrimitive.Unarchive>Unarchive</ThreadListItemPrimitive.Unarchive>
    </ThreadListItemPrimitive.Root>
  );
}

function UserMessage() {
  return (
    <MessagePrimitive.Root aria-label="You" role="article">
      <MessagePrimitive.Parts components={{ Text }} />
    </MessagePrimitive.Root>
  );
}

function AssistantMessage() {
  return (
    <MessagePrimitive.Root aria-label="Agent" role="article">
      <MessagePrimitive.Parts
        components={{
          Text,
          Reasoning: ({ text }) => <em>{text}</em>,
          Source,
          data: { Fallback: Data },
          tools: { Fallback: ToolCall },
        }}
      />
      <MessagePrimitive.Error>
        <ErrorPrimitive.Root>
          <ErrorPrimitive.Message />
        </ErrorPrimitive.Root>
      </MessagePrimitive.Error>
    </MessagePrimitive.Root>
  );
}

const MESSAGES = { UserMessage, AssistantMessage };

function Text({ text }: TextMessagePartProps) {
  return <p>{text}</p>;
}

/** Version 2 describes changes with a patch. */
function diffOf(item: ToolCallContent): string | undefined {
  if (item.type !== "diff") return undefined;
  return "newText" in item ? item.newText : item.patch?.text;
}

function Source({ title, url }: SourceMessagePartProps) {
  return <a href={url}>{title}</a>;
}

function Data({ name }: DataMessagePartProps) {
  return <p>Data: {name}</p>;
}

function ToolCall({
  toolName,
  status,
  artifact,
  result,
  approval,
  respondToApproval,
}: ToolCallMessagePartProps) {
  const isPending =
    approval !== undefined && approval.approved === undefined && approval.resolution === undefined;
  return (
    <section aria-label={toolName}>
      {isAcpToolArtifact(artifact) && artifact.type === "tool_call" && (
        <>
          <h3>
            {artifact.toolCall.title}: {artifact.toolCall.status}
          </h3>
          {artifact.toolCall.content.map(diffOf).map((diff, index) => (
            <ins key={index}>{diff}</ins>
          ))}
          {artifact.terminals.map(({ terminalId, output }) => (
            <pre key={terminalId}>{output}</pre>
          ))}
        </>
      )}
      <small>{status.type}</small>
      {typeof result === "string" && <output>{result}</output>}
      {isPending && (
        <fieldset>
          <legend>{approval.prompt}</legend>
          {approval.options?.map(({ id, label }) => (
            <button key={id} type="button" onClick={() => void respondToApproval({ optionId: id })}>
              {label}
            </button>
          ))}
        </fieldset>
      )}
      {approval?.approved !== undefined && <b>{approval.approved ? "Allowed" : "Rejected"}</b>}
      <MessagePartPrimitive.Messages components={MESSAGES} />
    </section>
  );
}
