import { type AcpView, isSessionBusy, type QueuedPrompt, selectSession } from "@acp-store/core";
import { createReadSource, type StateRead } from "@acp-store/core/reads";
import {
  type AppendMessage,
  type AssistantRuntime,
  type ExportedMessageRepository,
  type ExternalStoreAdapter,
  type ExternalThreadQueueAdapter,
  type ThreadMessage,
  useExternalStoreRuntime,
} from "@assistant-ui/react";
import { useMemo, useSyncExternalStore } from "react";
import type { AcpRuntimeAgent } from "./acpRuntimeAgent.js";
import { toPrompt, toQueueItem } from "./prompts.js";
import {
  type AcpThreadListOptions,
  createThreadListAdapter,
  selectThreads,
  type Threads,
} from "./threadList.js";
import { toThreadMessages } from "./threadMessages.js";
import { answerApproval } from "./toolApproval.js";

/** The options of {@link useAcpRuntime}. */
export interface AcpRuntimeOptions {
  /** The store of the session, or a mirror of it. */
  readonly store: AcpView;
  /** The connection of `connectAgent`, or the `actions` of the mirror. */
  readonly agent: AcpRuntimeAgent;
  /** The session to show. Without one, the thread is empty and accepts no messages. */
  readonly sessionId: string | undefined;
  /** Lets the user switch between the sessions that the agent knows, and create new ones. */
  readonly threadList?: AcpThreadListOptions;
  /** Adapters of assistant-ui, such as the one for attachments. */
  readonly adapters?: Omit<NonNullable<ExternalStoreAdapter["adapters"]>, "threadList">;
  /**
   * Called when a prompt or a cancel fails. An error that ended a turn is in the thread as well.
   * Without it, such an error is an unhandled rejection, which browsers log.
   */
  readonly onError?: (error: unknown) => void;
}

const NO_QUEUE: readonly QueuedPrompt[] = [];
const NO_MESSAGES: readonly ThreadMessage[] = [];

/**
 * Returns a runtime of assistant-ui that shows one session of a store.
 *
 * @example
 * ```tsx
 * function Chat({ store, agent, sessionId }: AcpRuntimeOptions) {
 *   const runtime = useAcpRuntime({ store, agent, sessionId });
 *   return (
 *     <AssistantRuntimeProvider runtime={runtime}>
 *       <Thread />
 *     </AssistantRuntimeProvider>
 *   );
 * }
 * ```
 */
export function useAcpRuntime({
  store,
  agent,
  sessionId,
  threadList,
  adapters,
  onError,
}: AcpRuntimeOptions): AssistantRuntime {
  const source = useMemo(
    () => createReadSource(store, createRuntimeRead(sessionId)),
    [store, sessionId],
  );
  const [messages, isRunning, queue, canSend, isLoading, regular, archived] = useSyncExternalStore(
    source.subscribe,
    source.get,
    source.getInitial,
  );
  const messageRepository = useMemo(() => toRepository(messages), [messages]);
  const queueItems = useMemo(
    () => queue.map(({ id, prompt, display = prompt }) => toQueueItem(id, display)),
    [queue],
  );

  const report = (action: Promise<unknown>): void =>
    void (onError === undefined ? action : action.catch(onError));
  const send = (message: AppendMessage): void => {
    const prompt = toPrompt(message);
    if (sessionId === undefined || prompt.length === 0) return;
    // The state may be newer than the last render.
    const isBusy = isSessionBusy(selectSession(store.getState(), sessionId));
    if (message.steer === true && isBusy && agent.sendNow !== undefined)
      report(agent.sendNow(sessionId, store.queuePrompt(sessionId, prompt)));
    else report(agent.prompt(sessionId, prompt));
  };

  return useExternalStoreRuntime<ThreadMessage>({
    messageRepository,
    isRunning,
    isLoading,
    isSendDisabled: !canSend,
    onNew: async (message) => send(message),
    onCancel: async () => {
      if (sessionId !== undefined) report(agent.cancel(sessionId));
    },
    onRespondToToolApproval: (response) => answerApproval(store, response),
    ...(sessionId !== undefined && {
      queue: createQueueAdapter(store, agent, sessionId, { items: queueItems, send, report }),
    }),
    adapters: {
      ...adapters,
      threadList: createThreadListAdapter(
        store,
        agent,
        sessionId,
        { regular, archived },
        threadList,
      ),
    },
  });
}

/** Everything that the runtime shows. The source compares the items, so it is a list. */
type RuntimeValue = readonly [
  messages: readonly ThreadMessage[],
  isRunning: boolean,
  queue: readonly QueuedPrompt[],
  canSend: boolean,
  isLoading: boolean,
  regular: Threads["regular"],
  archived: Threads["archived"],
];

function createRuntimeRead(sessionId: string | undefined): StateRead<RuntimeValue> {
  return {
    // The sessions of subagents are part of the thread.
    targets: [{ type: "sessions" }, { type: "state", field: "catalog" }],
    read: (state) => {
      const session = sessionId === undefined ? undefined : selectSession(state, sessionId);
      const { regular, archived } = selectThreads(state);
      return [
        session === undefined ? NO_MESSAGES : toThreadMessages(state, session.sessionId),
        isSessionBusy(session),
        session?.queue ?? NO_QUEUE,
        session !== undefined && !session.closed && session.detached === undefined,
        session?.replaying === true,
        regular,
        archived,
      ];
    },
  };
}

/**
 * A repository replaces the messages of the thread as a whole. In a plain list, messages that a replay
 * has replaced would stay as branches.
 */
function toRepository(messages: readonly ThreadMessage[]): ExportedMessageRepository {
  return {
    headId: messages.at(-1)?.id ?? null,
    messages: messages.map((message, index) => ({
      message,
      parentId: messages[index - 1]?.id ?? null,
    })),
  };
}

/** Shows the queue of the session. The store sends its prompts in order, so there is one lane. */
function createQueueAdapter(
  store: AcpView,
  agent: AcpRuntimeAgent,
  sessionId: string,
  {
    items,
    send,
    report,
  }: Pick<ExternalThreadQueueAdapter, "items"> & {
    readonly send: (message: AppendMessage) => void;
    readonly report: (action: Promise<unknown>) => void;
  },
): ExternalThreadQueueAdapter {
  return {
    items,
    steerItems: [],
    enqueue: send,
    steer: send,
    move: (id, { lane, insertAfter, insertBefore }) => {
      const isAnchored = insertAfter !== undefined || insertBefore !== undefined;
      if (lane === "steer" && !isAnchored && agent.sendNow !== undefined)
        return report(agent.sendNow(sessionId, id));
      const others = items.filter((item) => item.id !== id);
      const indexOf = (anchor: string): number => others.findIndex((item) => item.id === anchor);
      if (insertAfter != null) store.moveQueuedPrompt(sessionId, id, indexOf(insertAfter) + 1);
      else if (insertBefore != null) store.moveQueuedPrompt(sessionId, id, indexOf(insertBefore));
      else if (insertAfter === null || lane === "steer") store.moveQueuedPrompt(sessionId, id, 0);
      else if (insertBefore === null) store.moveQueuedPrompt(sessionId, id, others.length);
    },
    edit: (id, message) => store.editQueuedPrompt(sessionId, id, toPrompt(message)),
    remove: (id) => store.unqueuePrompt(sessionId, id),
  };
}
