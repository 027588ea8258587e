import { type AcpStore, type AcpView, createAcpStore } from "@acp-store/core";
import { createReplica } from "@acp-store/core/replica";
import {
  AcpSessionProvider,
  AcpStoreProvider,
  useAcpStore,
  useAcpView,
  usePendingPermissions,
  useToolCall,
} from "@acp-store/react";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";

/** Creates a view that follows a store by its patches, and passes the user's actions on to it. */
function viewOf(store: AcpStore): AcpView {
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  store.inspect((record) => {
    if (record.type === "commit") replica.applyPatches(record.patches);
  });
  const { respondToPermission, respondToElicitation, cancelTurn, releaseQueue } = store;
  const { queuePrompt, unqueuePrompt, editQueuedPrompt, moveQueuedPrompt } = store;
  const { holdQueuedPrompt, releaseQueuedPrompt, markSessionRead } = store;
  return {
    ...replica,
    ...{ respondToPermission, respondToElicitation, cancelTurn, releaseQueue },
    ...{ queuePrompt, unqueuePrompt, editQueuedPrompt, moveQueuedPrompt },
    ...{ holdQueuedPrompt, releaseQueuedPrompt, markSessionRead },
  };
}

function Panel() {
  const call = useToolCall("call_1");
  const [ask] = usePendingPermissions();
  return (
    <>
      <p>{call?.status}</p>
      {ask?.options.map(({ optionId, name }) => (
        <button key={optionId} onClick={() => ask.respond(optionId)}>
          {name}
        </button>
      ))}
    </>
  );
}

it("reads a replica, and passes an answer on to the store that it follows", async () => {
  const store = createAcpStore({ scheduler: "sync" });
  render(
    <AcpStoreProvider store={viewOf(store)}>
      <AcpSessionProvider sessionId="s1">
        <Panel />
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  let answer: Promise<unknown> | undefined;
  act(() => {
    answer = store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "call_1", title: "Delete", status: "in_progress" },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    });
  });
  expect(screen.getByText("in_progress")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Allow" }));
  expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
  expect(screen.queryByRole("button")).toBeNull();
});

it("returns the view of the provider", () => {
  const view = viewOf(createAcpStore());
  const { result } = renderHook(() => useAcpView(), {
    wrapper: ({ children }) => <AcpStoreProvider store={view}>{children}</AcpStoreProvider>,
  });
  expect(result.current).toBe(view);
});

it("explains that a mirror is not the store", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const view = viewOf(createAcpStore());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AcpStoreProvider store={view}>{children}</AcpStoreProvider>
  );
  expect(() => renderHook(() => useAcpStore(), { wrapper })).toThrow(
    "a mirror was provided. Use useAcpView",
  );
});
