import { type AcpStore, selectToolCalls } from "@acp-store/core";

export function showToolCalls(
  store: AcpStore,
  sessionId: string,
  select: HTMLSelectElement,
): () => void {
  const render = (): void => {
    const calls = selectToolCalls(store.getState(), sessionId);
    select.replaceChildren(...calls.map(({ title }) => new Option(title)));
  };
  render();
  return store.watch({ type: "table", sessionId, table: "toolCalls" }, render);
}
