import {
  type AcpStore,
  type CatalogEntry,
  createAcpStore,
  deserialize,
  selectSessions,
  serialize,
  serializeSession,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observeCleanly, prompted, recv, sent, updated } from "../support/frames.js";
import { expectToFold } from "../support/refolded.js";
import { plain, session, trackedStore } from "../support/trackedStore.js";

const DAY_1 = "2026-01-01T00:00:00Z";
const DAY_2 = "2026-01-02T00:00:00Z";
const DAY_3 = "2026-01-03T00:00:00Z";

type Listed = Partial<CatalogEntry> & { readonly sessionId: string };

const listed = (sessionId: string, details: Partial<CatalogEntry> = {}): Listed => ({
  sessionId,
  cwd: "/w",
  ...details,
});

/** A client and an agent of one protocol version. The store checks the patches in both directions. */
function connection(protocolVersion: 1 | 2) {
  const store = trackedStore({ protocolVersion });
  let lastId = 0;
  const request = (method: string, params: object, response: object): void => {
    const id = ++lastId;
    observeCleanly(store, sent({ id, method, params }));
    observeCleanly(store, recv({ id, ...response }));
  };
  return {
    store,
    request,
    open: (sessionId: string, cwd = "/w") =>
      request("session/new", { cwd }, { result: { sessionId } }),
    list: (sessions: readonly Listed[], params: object = {}, nextCursor?: string) =>
      request("session/list", params, {
        result: { sessions, ...(nextCursor !== undefined && { nextCursor }) },
      }),
    finishTurn: (sessionId: string): void => {
      store.observe(prompted(`p${++lastId}`, "Go", sessionId));
      store.endTurn(sessionId, { stopReason: "end_turn" });
    },
    entry: (sessionId: string) => store.getState().catalog.get(sessionId),
    ids: () => [...store.getState().catalog.keys()],
  };
}

function observeList(store: AcpStore, sessions: readonly Listed[]): void {
  store.observe(sent({ id: "list", method: "session/list", params: {} }));
  store.observe(recv({ id: "list", result: { sessions } }));
}

const ask = (sessionId: string) =>
  recv({
    id: 900,
    method: "session/request_permission",
    params: {
      sessionId,
      title: "May I?",
      toolCall: { toolCallId: "c1", title: "Run" },
      options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
    },
  });

describe.each([1, 2] as const)("the catalog of version %s", (version) => {
  it.each([
    ["Fix the total", "Fix the total"],
    ["\n  Fix it\nin cart.ts", "Fix it"],
    ["🛒".repeat(101), "🛒".repeat(100)],
    [" \n ", undefined],
  ])("keeps the first line of the first prompt: %j", (prompt, firstPrompt) => {
    const { store, open, entry } = connection(version);
    open("s1");
    store.observe(prompted("p1", prompt, "s1"));
    store.endTurn("s1", { stopReason: "end_turn" });
    expect(entry("s1")?.firstPrompt).toBe(firstPrompt);
    const restored = deserialize(serialize(store.getState())).catalog.get("s1");
    expect(restored?.firstPrompt).toBe(firstPrompt);
    store.observe(prompted("p2", "Thanks", "s1"));
    expect(entry("s1")?.firstPrompt).toBe(firstPrompt ?? "Thanks");
  });

  it("contains the sessions of a listing with what the agent says about them", () => {
    const { store, list, entry } = connection(version);
    const details = {
      additionalDirectories: ["/more"],
      title: "Fix the tests",
      updatedAt: DAY_1,
      archived: false,
      _meta: { pinned: true },
    };
    list([listed("s1", details), listed("s2")]);
    expect(entry("s1")).toMatchObject({ sessionId: "s1", cwd: "/w", ...details });
    expect(entry("s2")).toEqual({ sessionId: "s2", cwd: "/w" });
    expect(selectSessions(store.getState())).toEqual([]);
    expectToFold(store, version);
  });

  it("merges the pages of a listing and removes the sessions that none of them has", () => {
    const { store, list, ids } = connection(version);
    list([listed("s1"), listed("s2"), listed("s3")]);
    list([listed("s3")], {}, "next");
    expect(ids()).toEqual(["s1", "s2", "s3"]);
    list([listed("s2"), listed("s4")], { cursor: "next" });
    expect(ids()).toEqual(["s2", "s3", "s4"]);
    expectToFold(store, version);
  });

  it("keeps sessions that are not listed while they are open", () => {
    const { store, open, list, ids } = connection(version);
    open("s1");
    open("s2");
    store.closeSession("s2");
    list([listed("s3")]);
    expect(ids()).toEqual(["s1", "s3"]);
  });

  it("has the sessions of a saved catalog until they are restored or deleted, listed or not", () => {
    const { store, open, list, entry, ids, request } = connection(version);
    const old = connection(version);
    for (const id of ["s1", "s2"]) old.open(id);
    old.finishTurn("s1");
    const saved = old.store.getState();
    open("s2");
    const catalog = new Map(
      ["s1", "s2", "s3"].map((id) => [
        id,
        { ...listed(id), ...saved.catalog.get(id), saved: true as const },
      ]),
    );
    store.restoreSession({ ...saved, sessions: new Map(), catalog });
    expect(entry("s1")).toMatchObject({ saved: true, unread: true, firstPrompt: "Go" });
    expect(entry("s2")).not.toHaveProperty("saved");
    list([listed("s4")]);
    expect(ids()).toEqual(["s2", "s1", "s3", "s4"]);
    store.restoreSession(deserialize(serializeSession(saved, "s1")));
    expect(entry("s1")).not.toHaveProperty("saved");
    request("session/load", { sessionId: "s3", cwd: "/w" }, { result: {} });
    expect(entry("s3")).not.toHaveProperty("saved");
    request("session/delete", { sessionId: "s3" }, { result: {} });
    expect(entry("s3")).toBeUndefined();
    expectToFold(store, version);
  });

  it("removes nothing if an earlier page was not observed", () => {
    const { list, ids } = connection(version);
    list([listed("s1")]);
    list([listed("s2")], { cursor: "from elsewhere" });
    expect(ids()).toEqual(["s1", "s2"]);
  });

  it("removes only sessions of the working directory that was listed", () => {
    const { list, ids } = connection(version);
    list([listed("s1"), listed("s2", { cwd: "/other" }), listed("s3")]);
    list([listed("s3")], { cwd: "/w" });
    expect(ids()).toEqual(["s2", "s3"]);
  });

  it.each([
    ["exclude", ["archived", "new"]],
    ["include", ["new"]],
    ["only", ["active", "new"]],
    ["_odd", ["active", "archived", "new"]],
  ])("removes only sessions that the archive filter %s covers", (archived, expected) => {
    const { list, ids } = connection(version);
    const all = [listed("active", { archived: false }), listed("archived", { archived: true })];
    list(all, { archived: "include" });
    list([listed("new")], { archived });
    expect(ids()).toEqual(expected);
  });

  it("does not change when a listing is repeated", () => {
    const { store, list } = connection(version);
    const sessions = [listed("s1", { title: "T", updatedAt: DAY_1, _meta: { a: [1] } })];
    list(sessions);
    const before = store.getState();
    list(structuredClone(sessions));
    expect(store.getState()).toBe(before);
  });

  it("keeps the title and time of a session if a listing does not report them", () => {
    const { list, entry } = connection(version);
    list([listed("s1", { title: "T", updatedAt: DAY_1 })]);
    list([{ sessionId: "s1", cwd: "/moved" }]);
    expect(entry("s1")).toMatchObject({ cwd: "/moved", title: "T", updatedAt: DAY_1 });
  });

  it("adds sessions that are created, loaded and resumed", () => {
    const { store, open, request, entry } = connection(version);
    open("s1", "/a");
    request("session/resume", { sessionId: "s2", cwd: "/b" }, { result: {} });
    if (version === 1) request("session/load", { sessionId: "s3", cwd: "/c" }, { result: null });
    else store.openSession({ sessionId: "s3", cwd: "/c" });
    expect(["s1", "s2", "s3"].map((id) => entry(id)?.cwd)).toEqual(["/a", "/b", "/c"]);
    expectToFold(store, version);
  });

  it("does not add a session until the agent has confirmed that it exists", () => {
    const { store, ids } = connection(version);
    const params = { sessionId: "s1", cwd: "/w" };
    store.observe(sent({ id: "r", method: "session/resume", params }));
    expect(ids()).toEqual([]);
    store.observe(recv({ id: "r", error: { code: -32002, message: "Not found" } }));
    expect(ids()).toEqual([]);
  });

  it("names the session that a fork comes from", () => {
    const { store, open, request, entry } = connection(version);
    open("s1");
    request("session/fork", { sessionId: "s1", cwd: "/w" }, { result: { sessionId: "s2" } });
    expect(entry("s1")).not.toHaveProperty("forkedFrom");
    expect(entry("s2")).toMatchObject({ forkedFrom: "s1", cwd: "/w" });
    expectToFold(store, version);
  });

  it("keeps the session of another agent that a session continues", () => {
    const { store, open, entry } = connection(version);
    const continuedFrom = { agentId: "claude", sessionId: "s0" };
    open("s1");
    store.openSession({ sessionId: "s1", continuedFrom });
    expect(session(store).continuedFrom).toEqual(continuedFrom);
    expect(entry("s1")).toMatchObject({ continuedFrom, cwd: "/w" });
    const saved: unknown = JSON.parse(JSON.stringify(serializeSession(store.getState(), "s1")));
    const restored = createAcpStore();
    restored.restoreSession(deserialize(saved));
    expect(restored.getState().catalog.get("s1")).toMatchObject({ continuedFrom });
    store.closeSession("s1");
    open("s1");
    expect(session(store).continuedFrom).toEqual(continuedFrom);
    expectToFold(store, version);
  });

  it("ignores a malformed origin of a session", () => {
    const { store, entry } = connection(version);
    const malformed = { sessionId: "s1", continuedFrom: { agentId: 1 } };
    store.openSession(malformed as unknown as Parameters<typeof store.openSession>[0]);
    expect(entry("s1")).not.toHaveProperty("continuedFrom");
  });

  it("follows the title and time of session_info_update", () => {
    const { store, open, entry } = connection(version);
    open("s1");
    const info = { sessionUpdate: "session_info_update", title: "T", updatedAt: DAY_1 };
    observeCleanly(store, updated(info));
    expect(entry("s1")).toMatchObject({ title: "T", updatedAt: DAY_1 });
    observeCleanly(store, updated({ sessionUpdate: "session_info_update", title: null }));
    expect(entry("s1")).not.toHaveProperty("title");
    expectToFold(store, version);
  });

  it("has the title of an update that arrived before the response to session/new", () => {
    const { store, open, entry } = connection(version);
    observeCleanly(store, updated({ sessionUpdate: "session_info_update", title: "Early" }));
    open("s1");
    expect(entry("s1")).toMatchObject({ title: "Early" });
  });

  it("has the title that the agent stored, and does not open the session for it", () => {
    const { store, list, request, entry } = connection(version);
    list([listed("s1")]);
    const params = { sessionId: "s1", title: " New " };
    request("session/set_title", params, { result: { title: "New" } });
    expect(entry("s1")?.title).toBe("New");
    expect(store.getState().sessions.has("s1")).toBe(false);
  });

  it("keeps an archived session, and closes it in the store", () => {
    const { store, open, request, entry } = connection(version);
    open("s1");
    request("session/archive", { sessionId: "s1" }, { result: {} });
    expect(entry("s1")).toMatchObject({ archived: true, cwd: "/w" });
    expect(session(store).closed).toBe(true);
    request("session/unarchive", { sessionId: "s1" }, { result: {} });
    expect(entry("s1")).toMatchObject({ archived: false });
    expectToFold(store, version);
  });

  it("loses a deleted session, but not one that the agent refuses to delete", () => {
    const { store, list, request, ids } = connection(version);
    list([listed("s1"), listed("s2")]);
    const error = { code: -32603, message: "Busy" };
    request("session/delete", { sessionId: "s1" }, { result: {} });
    request("session/delete", { sessionId: "s2" }, { error });
    expect(ids()).toEqual(["s2"]);
    expectToFold(store, version);
  });

  it("survives serialization", () => {
    const { store, list, finishTurn, open } = connection(version);
    open("s1");
    list([listed("s1", { updatedAt: DAY_1 }), listed("s2", { archived: true, _meta: { a: 1 } })]);
    finishTurn("s1");
    const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(plain(restored.catalog)).toEqual(plain(store.getState().catalog));
  });
});

describe.each([1, 2] as const)("an unread session of version %s", (version) => {
  it("is marked when a turn ends, and again after it was read", () => {
    const { store, open, finishTurn, entry } = connection(version);
    open("s1");
    expect(entry("s1")).not.toHaveProperty("unread");
    finishTurn("s1");
    expect(entry("s1")?.unread).toBe(true);
    store.markSessionRead("s1");
    expect(entry("s1")).not.toHaveProperty("unread");
    finishTurn("s1");
    expect(entry("s1")?.unread).toBe(true);
    expectToFold(store, version);
  });

  it("is read when the user sends a prompt", () => {
    const { store, open, finishTurn, entry } = connection(version);
    open("s1");
    finishTurn("s1");
    store.startTurn("s1");
    expect(entry("s1")).not.toHaveProperty("unread");
  });

  it("is marked when a permission is requested", () => {
    const { store, open, entry } = connection(version);
    open("s1");
    observeCleanly(store, ask("s1"));
    expect(entry("s1")?.unread).toBe(true);
  });

  it("is marked when input is requested", () => {
    const { store, open, entry } = connection(version);
    open("s1");
    const form = { mode: "form", message: "Name?", requestedSchema: { type: "object" } };
    void store.requestElicitation({ sessionId: "s1", ...form });
    expect(entry("s1")?.unread).toBe(true);
  });

  it("is marked when a subagent of the session requests a permission", () => {
    const { store, open, entry, ids } = connection(version);
    open("s1");
    observeCleanly(store, updated({ sessionUpdate: "subagent_update", sessionId: "child" }));
    observeCleanly(store, ask("child"));
    expect(entry("s1")?.unread).toBe(true);
    expect(ids()).toEqual(["s1"]);
  });

  it("does not change the catalog while the agent streams", () => {
    const { store, open } = connection(version);
    open("s1");
    store.startTurn("s1");
    const { catalog } = store.getState();
    for (const messageId of ["m1", "m2"])
      store.update({
        sessionUpdate: "agent_message_chunk",
        messageId,
        content: { type: "text", text: "Hi" },
      });
    expect(store.getState().catalog).toBe(catalog);
  });

  it("is marked when a listing shows activity since the session was read", () => {
    const { store, list, entry } = connection(version);
    list([listed("s1", { updatedAt: DAY_1 })]);
    expect(entry("s1")).not.toHaveProperty("unread");
    list([listed("s1", { updatedAt: DAY_2 })]);
    expect(entry("s1")?.unread).toBe(true);
    store.markSessionRead("s1");
    list([listed("s1", { updatedAt: DAY_2 })]);
    expect(entry("s1")).not.toHaveProperty("unread");
    expectToFold(store, version);
  });

  it("is not marked when a listing reports the end of a turn that the user has read", () => {
    const { store, open, list, finishTurn, entry } = connection(version);
    open("s1");
    list([listed("s1", { updatedAt: DAY_1 })]);
    finishTurn("s1");
    store.markSessionRead("s1");
    list([listed("s1", { updatedAt: DAY_2 })]);
    expect(entry("s1")).not.toHaveProperty("unread");
  });

  it("is not marked when a listing came before the end of the turn that the user has read", () => {
    const { store, open, list, entry } = connection(version);
    open("s1");
    store.startTurn("s1");
    list([listed("s1", { updatedAt: DAY_1 })]);
    store.endTurn("s1", { stopReason: "end_turn" });
    store.markSessionRead("s1");
    list([listed("s1", { updatedAt: DAY_2 })]);
    expect(entry("s1")).not.toHaveProperty("unread");
  });

  it("is not marked by a listing after its agent has opened it", () => {
    const { store, open, list, entry } = connection(version);
    open("s1");
    list([listed("s1", { updatedAt: DAY_1 })]);
    list([listed("s1", { updatedAt: DAY_2 })]);
    expect(entry("s1")).not.toHaveProperty("unread");
    const next = createAcpStore();
    next.restoreSession(deserialize(serialize(store.getState())));
    observeList(next, [listed("s1", { updatedAt: DAY_3 })]);
    expect(next.getState().catalog.get("s1")).not.toHaveProperty("unread");
    expectToFold(store, version);
  });

  it.each(["session/load", "session/resume"])(
    "is not marked by a listing while its agent opens it (%s)",
    (method) => {
      const { store, list, entry } = connection(version);
      list([listed("s1", { updatedAt: DAY_1 })]);
      observeCleanly(store, sent({ id: 50, method, params: { sessionId: "s1", cwd: "/w" } }));
      list([listed("s1", { updatedAt: DAY_2 })]);
      observeCleanly(store, recv({ id: 50, result: {} }));
      list([listed("s1", { updatedAt: DAY_3 })]);
      expect(entry("s1")).not.toHaveProperty("unread");
      expectToFold(store, version);
    },
  );

  it("is not marked by a listing after the agent has reported an older time in a replay", () => {
    const { store, list, request } = connection(version);
    list([listed("s1", { updatedAt: DAY_2 })]);
    request("session/load", { sessionId: "s1", cwd: "/w" }, { result: {} });
    observeCleanly(store, updated({ sessionUpdate: "session_info_update", updatedAt: DAY_1 }));
    const next = createAcpStore();
    next.restoreSession(deserialize(serialize(store.getState())));
    observeList(next, [listed("s1", { updatedAt: DAY_2 })]);
    expect(next.getState().catalog.get("s1")).not.toHaveProperty("unread");
  });

  it("is not marked by an invalid time", () => {
    const { list, entry } = connection(version);
    list([listed("s1", { updatedAt: DAY_1 })]);
    list([listed("s1", { updatedAt: "tomorrow" })]);
    expect(entry("s1")).not.toHaveProperty("unread");
  });

  it("has the failure of its newest turn, without its data, until the next turn", () => {
    const { store, open, finishTurn, entry } = connection(version);
    open("s1");
    store.startTurn("s1");
    store.endTurn("s1", { error: { code: -32603, message: "Overloaded", data: { retries: 3 } } });
    const failure = { status: "failed", error: { code: -32603, message: "Overloaded" } };
    expect(entry("s1")?.failure).toEqual(failure);
    store.markSessionRead("s1");
    expect(entry("s1")?.failure).toEqual(failure);
    finishTurn("s1");
    expect(entry("s1")).not.toHaveProperty("failure");
    store.startTurn("s1");
    store.disconnect("The agent exited.");
    expect(entry("s1")).toMatchObject({
      unread: true,
      failure: { status: "failed", error: { message: "The agent exited." } },
    });
    const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(restored.catalog.get("s1")?.failure).toEqual(entry("s1")?.failure);
    expectToFold(store, version);
  });

  it("stays unchanged when it is read without news", () => {
    const { store, open } = connection(version);
    open("s1");
    const before = store.getState();
    store.markSessionRead("s1");
    store.markSessionRead("unknown");
    expect(store.getState()).toBe(before);
  });
});
