import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { MirrorRights } from "../../../mirror/src/index.js";
import { ALL_RIGHTS, mirrorOf, owner } from "../../../mirror/tests/support/windows.js";
import { useQueuedPrompts } from "../../src/queue/useQueuedPrompts.js";

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Shows the queue of a session in a mirror, with the prompts One, Two and Three. */
async function openQueue(rights?: MirrorRights) {
  const { store, host } = owner();
  store.openSession({ sessionId: "s1", cwd: "/p" });
  for (const text of ["One", "Two", "Three"]) store.queuePrompt("s1", [{ type: "text", text }]);
  const mirror = mirrorOf(() => host, rights);
  onTestFinished(() => {
    mirror.close();
    host.close();
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AcpStoreProvider store={mirror}>
      <AcpSessionProvider sessionId="s1">{children}</AcpSessionProvider>
    </AcpStoreProvider>
  );
  const { result } = renderHook(useQueuedPrompts, { wrapper });
  const textOf = ({ prompt: [block] }: { prompt: readonly { type: string }[] }): unknown =>
    block !== undefined && "text" in block && block.text;
  await pass(100);
  return {
    store,
    shown: () => result.current.prompts.map(textOf),
    queued: () => store.getState().sessions.get("s1")?.queue.map(textOf),
    /** Moves a prompt by a number of places, as a key does. */
    move(text: string, step: number): void {
      const index = result.current.prompts.findIndex((each) => textOf(each) === text);
      const prompt = result.current.prompts[index];
      act(() => prompt && result.current.move(prompt, index + step));
    },
    announcement: () => result.current.announcement,
  };
}

it("moves a prompt of a mirror once for each key, however fast they follow each other", async () => {
  const queue = await openQueue();
  queue.move("Three", -1);
  queue.move("Three", -1);
  expect(queue.shown()).toEqual(["Three", "One", "Two"]);
  expect(queue.announcement()).toBe("Moved to position 1 of 3");
  expect(queue.queued()).toEqual(["One", "Two", "Three"]);
  await pass(100);
  expect(queue.queued()).toEqual(["Three", "One", "Two"]);
  expect(queue.shown()).toEqual(["Three", "One", "Two"]);
});

it("shows the order of another window after a move", async () => {
  const queue = await openQueue();
  queue.move("One", 1);
  await pass(100);
  const [first] = queue.store.getState().sessions.get("s1")?.queue ?? [];
  act(() => queue.store.moveQueuedPrompt("s1", first?.id ?? "", 2));
  await pass(100);
  expect(queue.shown()).toEqual(["One", "Three", "Two"]);
});

it("shows a queue without the prompt that was sent during a move", async () => {
  const queue = await openQueue();
  queue.move("Three", -1);
  const [first] = queue.store.getState().sessions.get("s1")?.queue ?? [];
  act(() => queue.store.unqueuePrompt("s1", first?.id ?? ""));
  await pass(50);
  expect(queue.shown()).not.toContain("One");
});

const NO_MOVES: MirrorRights = { ...ALL_RIGHTS, may: ({ name }) => name !== "moveQueuedPrompt" };

it("shows a prompt that was queued during a move", async () => {
  const queue = await openQueue(NO_MOVES);
  queue.move("Three", -1);
  act(() => void queue.store.queuePrompt("s1", [{ type: "text", text: "Four" }]));
  await pass(50);
  expect(queue.shown()).toContain("Four");
});

it("takes a move back that the owner does not allow", async () => {
  const queue = await openQueue(NO_MOVES);
  queue.move("Three", -1);
  expect(queue.shown()).toEqual(["One", "Three", "Two"]);
  await pass(2000);
  expect(queue.shown()).toEqual(["One", "Two", "Three"]);
});
