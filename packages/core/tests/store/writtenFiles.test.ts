import {
  type AcpView,
  createAcpStore,
  deserialize,
  selectChangedFiles,
  serialize,
  type WrittenFile,
} from "@acp-store/core";
import { expect, it } from "vitest";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

const A: WrittenFile = { path: "/w/a.ts", operation: "modify", added: 2, removed: 1 };
const B: WrittenFile = { path: "/w/b.ts", operation: "add", added: 5, removed: 0 };

function openStore(): TrackedStore {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", cwd: "/w" });
  store.takePatches();
  return store;
}
const written = ({ getState }: Pick<AcpView, "getState">) =>
  getState().sessions.get("s1")?.writtenFiles;

it("lists written files in the order of their first writes, each with its newest numbers", () => {
  const store = openStore();
  expect(written(store)).toBeUndefined();
  store.reportFileWrite("s1", A);
  store.reportFileWrite("s1", B);
  store.reportFileWrite("s1", { ...A, added: 9 });
  expect(written(store)).toEqual([{ ...A, added: 9 }, B]);
  const path = ["sessions", "s1", "writtenFiles"];
  expect(store.takePatches().map((patch) => patch.path)).toEqual([path, path, path]);
});

it("keeps the newest 1,000 files", () => {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1" });
  for (let file = 0; file <= 1000; file++)
    store.reportFileWrite("s1", { ...B, path: `/w/${file}.ts` });
  expect(written(store)?.length).toBe(1000);
  expect(written(store)?.[0]?.path).toBe("/w/1.ts");
});

it("ignores writes of unknown and closed sessions, and removes the list when a session closes", () => {
  const store = openStore();
  store.reportFileWrite("s2", A);
  expect(store.getState().sessions.has("s2")).toBe(false);
  store.reportFileWrite("s1", A);
  store.closeSession("s1");
  store.reportFileWrite("s1", A);
  expect(written(store)).toBeUndefined();
});

it("is saved and restored, and stays over a replay", async () => {
  const store = openStore();
  store.reportFileWrite("s1", A);
  await store.replay("s1", async () => {});
  expect(written(store)).toEqual([A]);
  const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
  expect(restored.sessions.get("s1")?.writtenFiles).toEqual([A]);
});

it("counts as a changed file, unless a tool call reports the file", () => {
  const store = openStore();
  store.reportFileWrite("s1", A);
  const changed = { ...A, toolCallIds: [] };
  const files = selectChangedFiles(store.getState(), "s1");
  expect(files).toEqual([changed]);
  store.reportFileWrite("s1", B);
  const both = selectChangedFiles(store.getState(), "s1");
  expect(both[0]).toBe(files[0]);
  expect(selectChangedFiles(store.getState(), "s1")).toBe(both);
  const content = [{ type: "diff", path: B.path, oldText: null, newText: "x\n" }];
  store.update({
    ...{ sessionUpdate: "tool_call", toolCallId: "c", title: "Write", status: "completed" },
    content,
  });
  expect(selectChangedFiles(store.getState(), "s1")).toEqual([
    { path: B.path, operation: "add", added: 1, removed: 0, toolCallIds: ["c"] },
    changed,
  ]);
});
