import { selectSessionCatalog } from "@acp-store/core";
import { expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

const SESSIONS = [
  { sessionId: "old", cwd: "/app", title: "Old work", updatedAt: "2026-01-01T00:00:00Z" },
  { sessionId: "new", cwd: "/app", title: "Fix the Tests", updatedAt: "2026-01-03T00:00:00+01:00" },
  { sessionId: "other", cwd: "/site", updatedAt: "2026-01-02T00:00:00Z", archived: false },
  { sessionId: "away", cwd: "/app", updatedAt: "2026-01-04T00:00:00Z", archived: true },
];

function storeWithSessions(now = () => 0): TrackedStore {
  const store = trackedStore({ now });
  store.observe(sent({ id: 1, method: "session/list", params: { archived: "include" } }));
  store.observe(recv({ id: 1, result: { sessions: SESSIONS } }));
  return store;
}

const idsOf = (store: TrackedStore, filter?: Parameters<typeof selectSessionCatalog>[1]) =>
  selectSessionCatalog(store.getState(), filter).map(({ sessionId }) => sessionId);

it("lists the most recently active session first, without the archived ones", () => {
  expect(idsOf(storeWithSessions())).toEqual(["new", "other", "old"]);
});

it("moves a session to the top when it becomes active in this store", () => {
  const store = storeWithSessions(() => Date.parse("2026-02-01T00:00:00Z"));
  store.startTurn("old");
  expect(idsOf(store)).toEqual(["old", "new", "other"]);
  store.openSession({ sessionId: "just created", cwd: "/app" });
  expect(idsOf(store)[0]).toBe("old");
  expect(idsOf(store)).toContain("just created");
});

it.each([
  ["exclude", ["new", "other", "old"]],
  ["include", ["away", "new", "other", "old"]],
  ["only", ["away"]],
] as const)("treats archived sessions as in session/list: %s", (archived, expected) => {
  expect(idsOf(storeWithSessions(), { archived })).toEqual(expected);
});

it.each([
  ["tests", ["new"]],
  [" FIX ", ["new"]],
  ["/app", ["new", "old"]],
  ["", ["new", "other", "old"]],
  ["nothing like this", []],
])("finds %j in titles and working directories", (query, expected) => {
  expect(idsOf(storeWithSessions(), { query })).toEqual(expected);
});

it("keeps the list until a listed session changes", () => {
  const store = storeWithSessions();
  const all = selectSessionCatalog(store.getState());
  const found = selectSessionCatalog(store.getState(), { query: "fix" });
  store.update({ sessionUpdate: "plan", entries: [] });
  expect(selectSessionCatalog(store.getState())).toBe(all);
  store.observe(sent({ id: 2, method: "session/unarchive", params: { sessionId: "away" } }));
  store.observe(recv({ id: 2, result: {} }));
  expect(selectSessionCatalog(store.getState())).not.toBe(all);
  expect(selectSessionCatalog(store.getState(), { query: "fix" })).toBe(found);
});
