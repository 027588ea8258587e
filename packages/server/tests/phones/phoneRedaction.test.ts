import { createAcpStore, type PermissionOption, type Session } from "@acp-store/core";
import { getChangedLines } from "@acp-store/server/client";
import { expect, it } from "vitest";
import {
  isOfferedOnPhone,
  PHONE_SESSION_PARTS,
  PHONE_STATE_PARTS,
  redactForPhone,
} from "../../src/phones/phoneRedaction.js";

const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" as const, _meta: { a: 1 } },
  { optionId: "no", name: "Reject", kind: "reject_once" as const },
];

interface Asked {
  readonly call?: object;
  readonly options?: readonly PermissionOption[];
  readonly version?: 1 | 2;
}

/** A store whose session has one permission request. */
function ask(toolCall: object, { call = {}, options = OPTIONS, version = 1 }: Asked = {}) {
  const store = createAcpStore({ protocolVersion: version });
  store.openSession({ sessionId: "s1", cwd: "/project" });
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call_update", toolCallId: "c1", title: "Call", ...call },
  });
  const asked = { toolCallId: "c1", ...toolCall };
  void store.requestPermission({
    sessionId: "s1",
    ...(version === 1
      ? { toolCall: asked }
      : { title: "Allow?", subject: { type: "tool_call", toolCall: asked } }),
    options,
  });
  const permission = () => {
    const [found] = store.getState().sessions.get("s1")?.permissions.values() ?? [];
    if (found === undefined) throw new Error("There is no request.");
    return found;
  };
  const place = { table: "permissions", id: permission().permissionId, sessionId: "s1" };
  const shown = () =>
    redactForPhone(permission(), place, store.getState()) as ReturnType<typeof permission>;
  const isOffered = (optionId: string) =>
    isOfferedOnPhone(store.getState(), permission(), optionId);
  return { store, permission, shown, isOffered };
}

/** Returns a permission request as a phone gets it. */
const requestOnPhone = (...args: Parameters<typeof ask>) => ask(...args).shown();

/** Returns the changed files of a request as a phone shows them. */
function filesOf(request: ReturnType<typeof requestOnPhone>): readonly string[] {
  const [item] = request.toolCall?.content ?? [];
  const changes = item?.type === "diff" ? (item.changes ?? []) : [];
  return changes.map((change) => {
    const { added, removed } = getChangedLines(change) ?? {};
    return `${change.operation} ${change.oldPath ?? ""}>${change.path} +${added} -${removed}`;
  });
}

const textDiff = (path: string, oldText: string | null, newText: string) => ({
  type: "diff",
  path,
  oldText,
  newText,
});

it("keeps the title, the options and a summary of the changed files", () => {
  const request = requestOnPhone({
    title: "Edit",
    kind: "edit",
    rawInput: { secret: true },
    _meta: { secret: true },
    locations: [{ path: "/project/secret" }],
    content: [
      textDiff("/project/src/a.js", "one\ntwo\n", "one\n2\n3\n"),
      { type: "content", content: { type: "text", text: "secret" } },
    ],
  });
  expect(request).toMatchObject({
    title: "Edit",
    status: "pending",
    toolCall: { toolCallId: "c1", title: "Edit", kind: "edit" },
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  });
  expect(filesOf(request)).toEqual(["modify >src/a.js +2 -1"]);
  expect(JSON.stringify(request)).not.toMatch(/secret|one|two|"a":1/);
});

it("says whether a file is added, deleted or moved, and keeps paths outside of the folder", () => {
  const changes = [
    { operation: "delete", path: "/project/a" },
    { operation: "move", path: "/project/b", oldPath: "/project/old/b" },
    { operation: "modify", path: "/project-2/c", _meta: { secret: true } },
  ];
  const content = [{ type: "diff", changes }];
  const request = requestOnPhone({ content }, { version: 2 });
  expect(filesOf(request)).toEqual([
    "delete >a +0 -0",
    "move old/b>b +0 -0",
    "modify >/project-2/c +0 -0",
  ]);
  const added = requestOnPhone({ content: [textDiff("/project/new", null, "1\n2\n")] });
  expect(filesOf(added)).toEqual(["add >new +2 -0"]);
  expect(JSON.stringify(request)).not.toContain("secret");
});

it("shows the command, even if only the tool call has it", () => {
  const rawInput = { command: "rm", args: ["-rf", "dist"], env: { SECRET: "1" } };
  for (const request of [
    requestOnPhone({ rawInput }),
    requestOnPhone({}, { call: { rawInput } }),
  ]) {
    expect(request).toMatchObject({
      subject: { type: "command", command: "rm -rf dist", cwd: "" },
    });
    expect(JSON.stringify(request)).not.toContain("SECRET");
  }
});

it.each([
  ["a command", { rawInput: { command: `echo ${"x".repeat(5_000)}; rm -rf /` } }],
  ["a title", { title: "x".repeat(5_000) }],
  ["a path", { content: [textDiff(`/project/${"x".repeat(5_000)}`, null, "1")] }],
])("cannot be allowed on a phone if %s is too long to be sent completely", (_name, toolCall) => {
  const { shown, isOffered } = ask(toolCall);
  expect(shown()).toMatchObject({
    description: expect.stringContaining("too long"),
    options: [{ optionId: "no" }],
  });
  expect(JSON.stringify(shown()).length).toBeLessThan(16_000);
  expect([isOffered("yes"), isOffered("no"), isOffered("other")]).toEqual([false, true, false]);
});

it("lists the files of a large edit, and cannot be allowed if there are too many to list", () => {
  const edits = (count: number) =>
    Array.from({ length: count }, (_, index) => textDiff(`/project/f${index}`, "a\n", "b\n"));
  const large = ask({ content: edits(200) });
  expect(filesOf(large.shown())).toHaveLength(200);
  expect(large.isOffered("yes")).toBe(true);
  const tooLarge = ask({ content: edits(501) });
  expect(filesOf(tooLarge.shown())).toHaveLength(500);
  expect(tooLarge.isOffered("yes")).toBe(false);
});

it("counts a diff of 2,000 lines", () => {
  const lines = (text: string) => `${text}\n`.repeat(1_000);
  const request = requestOnPhone({ content: [textDiff("/project/a", lines("a"), lines("b"))] });
  expect(filesOf(request)).toEqual(["modify >a +1000 -1000"]);
  expect(JSON.stringify(request).length).toBeLessThan(1_000);
});

it("does not offer to reject a long request with an id that also allows it", () => {
  const rawInput = { command: "x".repeat(5_000) };
  const always = { optionId: "no", name: "Allow always", kind: "allow_always" };
  expect(requestOnPhone({ rawInput }, { options: [...OPTIONS, always] })).toMatchObject({
    options: [],
  });
});

it("keeps nothing of a settled request but its answer", () => {
  const { store, permission, shown, isOffered } = ask({ title: "secret", kind: "edit" });
  store.respondToPermission(permission().permissionId, "yes");
  const { options, optionId, status } = shown();
  expect({ options, optionId, status }).toEqual({
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
    optionId: "yes",
    status: "selected",
  });
  expect(JSON.stringify(shown())).not.toContain("secret");
  expect(isOffered("no")).toBe(true);
});

it("sends no part of a session or of the state with content, folders or accounts", () => {
  const hidden: readonly (keyof Session)[] = [
    ...(["messages", "toolCalls", "terminals", "timeline", "queue", "cwd", "plans"] as const),
    ...(["detached", "info", "notices", "_meta", "commands", "applicationRows", "turns"] as const),
  ];
  for (const part of hidden) expect(PHONE_SESSION_PARTS).not.toContain(part);
  for (const part of ["agent", "connection", "unknownFields"] as const)
    expect(PHONE_STATE_PARTS).not.toContain(part);
});

it("sends the titles and times of the catalog, and the messages of forms", () => {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1", cwd: "/secret" });
  store.startTurn("s1", [{ type: "text", text: "secret prompt" }]);
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "session_info_update", title: "T", _meta: { secret: 1 } },
  });
  void store.requestElicitation({
    ...{ sessionId: "s1", mode: "form", message: "Which?" },
    requestedSchema: { type: "object", properties: { secret: { type: "string" } } },
  });
  const state = store.getState();
  const entry = redactForPhone({}, { table: "catalog", id: "s1" }, state);
  expect(entry).toMatchObject({ sessionId: "s1", title: "T" });
  const [elicitation] = state.elicitations.values();
  const id = elicitation?.elicitationId ?? "";
  const form = redactForPhone({}, { table: "elicitations", id }, state);
  expect(form).toMatchObject({ elicitationId: id, message: "Which?", sessionId: "s1" });
  expect(JSON.stringify([entry, form])).not.toContain("secret");
});

it("sends the names of subagents, and nothing else of them", () => {
  const store = createAcpStore();
  store.ingest({
    sessionId: "s1",
    update: {
      sessionUpdate: "subagent_update",
      sessionId: "child",
      title: "Explore",
      description: "secret",
      cwd: "/secret",
      state: { state: "running" },
    },
  });
  expect(PHONE_SESSION_PARTS).toContain("subagents");
  const place = { table: "subagents", id: "child", sessionId: "s1" };
  const shown = redactForPhone({}, place, store.getState());
  expect(shown).toEqual({ sessionId: "child", title: "Explore" });
});

it("removes everything from entities of other tables, and from those that are gone", () => {
  const state = createAcpStore().getState();
  const redact = (table: string) =>
    redactForPhone({ title: "secret" }, { table, id: "x", sessionId: "s1" }, state);
  for (const table of ["messages", "toolCalls", "terminals", "permissions", "elicitations"])
    expect(redact(table)).toEqual({});
});
