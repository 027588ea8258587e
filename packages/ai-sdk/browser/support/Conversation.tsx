import {
  type AcpUIMessage,
  type AcpUIMessagePart,
  getApprovalOptions,
  uiMessagesRead,
} from "@acp-store/ai-sdk";
import type { AcpStore } from "@acp-store/core";
import { createReadSource } from "@acp-store/core/reads";
import { Fragment, type ReactElement, useMemo, useSyncExternalStore } from "react";
import {
  Confirmation,
  Message,
  MessageResponse,
  Reasoning,
  ToolHeader,
  ToolInput,
  ToolOutput,
} from "./elements.js";

interface ConversationProps {
  readonly store: AcpStore;
  readonly sessionId: string;
}

/** Shows a session in the way that the documentation of AI Elements shows a chat. */
export function Conversation({ store, sessionId }: ConversationProps): ReactElement {
  const source = useMemo(
    () => createReadSource(store, uiMessagesRead(sessionId)),
    [store, sessionId],
  );
  const messages = useSyncExternalStore(source.subscribe, source.get, source.getInitial);
  return <Messages messages={messages} store={store} />;
}

function Messages({
  messages,
  store,
}: {
  readonly messages: readonly AcpUIMessage[];
  readonly store: AcpStore;
}): ReactElement {
  return (
    <>
      {messages.map(({ id, role, parts, metadata }) => (
        <Message from={role} key={id}>
          {parts.map((part, index) => (
            <Fragment key={index}>
              <Part part={part} store={store} />
            </Fragment>
          ))}
          {metadata?.error && <p role="alert">{metadata.error.message}</p>}
        </Message>
      ))}
    </>
  );
}

function Part({
  part,
  store,
}: {
  readonly part: AcpUIMessagePart;
  readonly store: AcpStore;
}): ReactElement | null {
  switch (part.type) {
    case "text":
      return <MessageResponse>{part.text}</MessageResponse>;
    case "reasoning":
      return <Reasoning isStreaming={part.state === "streaming"}>{part.text}</Reasoning>;
    case "data-plan":
      return <p>Plan: {part.data.entries?.map(({ content }) => content).join(", ")}</p>;
    case "data-subagent":
      return (
        <section aria-label="Subagent">
          <Messages messages={part.data.messages} store={store} />
        </section>
      );
    default:
      break;
  }
  if (!("toolCallId" in part) || part.type === "dynamic-tool") return null;
  const { type, state, title, input, output, errorText, approval } = part;
  return (
    <section aria-label={type}>
      <ToolHeader type={type} state={state} {...(title !== undefined && { title })} />
      <ToolInput input={input} />
      <Confirmation approval={approval} state={state}>
        {approval?.requestReason}
        {getApprovalOptions(part).map(({ optionId, name }) => (
          <button
            key={optionId}
            type="button"
            onClick={() => store.respondToPermission(approval?.id ?? "", optionId)}
          >
            {name}
          </button>
        ))}
      </Confirmation>
      <ToolOutput output={output} errorText={errorText} />
    </section>
  );
}
