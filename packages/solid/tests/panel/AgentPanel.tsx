import { isSessionBusy } from "@acp-store/core";
import {
  useDraft,
  useMessageRun,
  usePendingPermissions,
  usePlan,
  useSession,
  useTimeline,
  useToolCall,
} from "@acp-store/solid";
import { For, Show } from "solid-js";

export function AgentPanel(props: { prompt: (text: string) => void; cancel: () => void }) {
  const timeline = useTimeline();
  const plan = usePlan();
  const session = useSession();
  const permissions = usePendingPermissions();
  const { text, setText } = useDraft();
  const isBusy = () => isSessionBusy(session());

  function send(event: SubmitEvent) {
    event.preventDefault();
    props.prompt(text());
    setText("");
  }

  return (
    <main aria-busy={isBusy()}>
      <For each={timeline()}>
        {(item) => {
          if (item.type === "message") return <MessageRow id={item.id} run={item.run} />;
          return item.type === "tool_call" && <ToolCallRow id={item.id} />;
        }}
      </For>
      <ol aria-label="Plan">
        <For each={plan()?.entries}>
          {(entry) => <li>{`${entry.status}: ${entry.content}`}</li>}
        </For>
      </ol>
      <For each={permissions()}>
        {(request) => (
          <section aria-label="Permission">
            <h2>{request.displayTitle ?? "Allow this?"}</h2>
            <For each={request.options}>
              {({ optionId, name }) => (
                <button onClick={() => request.respond(optionId)}>{name}</button>
              )}
            </For>
          </section>
        )}
      </For>
      <form onSubmit={send}>
        <textarea
          aria-label="Message"
          value={text()}
          onInput={(event) => setText(event.target.value)}
        />
        <Show when={isBusy()} fallback={<button>Send</button>}>
          <button type="button" onClick={() => props.cancel()}>
            Stop
          </button>
        </Show>
      </form>
    </main>
  );
}

function MessageRow(props: { id: string; run: number }) {
  const blocks = useMessageRun(
    () => props.id,
    () => props.run,
  );
  return <p>{blocks().map((block) => (block.type === "text" ? block.text : ""))}</p>;
}

function ToolCallRow(props: { id: string }) {
  const call = useToolCall(() => props.id);
  return <p>{`${call()?.title}: ${call()?.phase}`}</p>;
}
