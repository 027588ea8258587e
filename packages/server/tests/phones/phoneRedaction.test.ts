import { createAcpStore, type Permission, type PermissionOption } from "@acp-store/core";
import { expect, it } from "vitest";
import { createPhoneRedaction, PHONE_SESSION_PARTS } from "../../src/owner/phoneRedaction.js";

const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" as const, _meta: { a: 1 } },
  { optionId: "no", name: "Reject", kind: "reject_once" as const },
];

/** Returns a permission request as a phone gets it. */
function requestOnPhone(
  toolCall: object,
  call: object = {},
  options: readonly PermissionOption[] = OPTIONS,
): object {
  const store = createAcpStore();
  store.openSession({ sessionId: "s1", cwd: "/project" });
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "Call", ...call },
  });
  void store.requestPermission({
    sessionId: "s1",
    toolCall: { toolCallId: "c1", ...toolCall },
    options,
  });
  const [permission] = store.getState().sessions.get("s1")?.permissions.values() ?? [];
  if (permission === undefined) throw new Error("There is no request.");
  const place = { table: "permissions", id: permission.permissionId, sessionId: "s1" };
  return createPhoneRedaction(store)(permission, place);
}

it("keeps the title, the options and a summary of the changed files", () => {
  const request = requestOnPhone({
    title: "Edit",
    kind: "edit",
    rawInput: { secret: true },
    _meta: { secret: true },
    content: [
      { type: "diff", path: "/project/src/a.js", oldText: "one\ntwo\n", newText: "one\n2\n3\n" },
      { type: "content", content: { type: "text", text: "secret" } },
    ],
  });
  expect(request).toMatchObject({
    title: "Edit",
    status: "pending",
    toolCall: {
      toolCallId: "c1",
      kind: "edit",
      content: [
        { changes: [{ path: "src/a.js", _meta: { "editor/lines": { added: 2, removed: 1 } } }] },
      ],
    },
    options: [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
  });
  expect(JSON.stringify(request)).not.toMatch(/secret|one|two|"a":1/);
});

it("shows the command, even if only the tool call has it", () => {
  const rawInput = { command: "rm", args: ["-rf", "dist"], env: { SECRET: "1" } };
  for (const request of [requestOnPhone({ rawInput }), requestOnPhone({}, { rawInput })]) {
    expect(request).toMatchObject({ subject: { type: "command", command: "rm -rf dist" } });
    expect(JSON.stringify(request)).not.toContain("SECRET");
  }
});

it("cannot be allowed on a phone if its texts are too long to be sent completely", () => {
  const command = `echo ${"x".repeat(5_000)}; rm -rf /`;
  const request = requestOnPhone({ title: "Run", rawInput: { command } });
  expect(request).toMatchObject({
    description: expect.stringContaining("too long"),
    options: [{ optionId: "no" }],
  });
  expect(JSON.stringify(request).length).toBeLessThan(6_000);
});

it("does not offer to reject a long request with an id that also allows it", () => {
  const command = "x".repeat(5_000);
  const always = { optionId: "no", name: "Allow always", kind: "allow_always" };
  const request = requestOnPhone({ rawInput: { command } }, {}, [...OPTIONS, always]);
  expect(request).toMatchObject({ options: [] });
});

it("sends neither the messages, the tool calls, the queue nor the folder of a session", () => {
  const parts: readonly string[] = PHONE_SESSION_PARTS;
  for (const part of ["messages", "toolCalls", "terminals", "timeline", "queue", "cwd", "plans"])
    expect(parts).not.toContain(part);
});

it("removes everything from entities of other tables", () => {
  const redact = createPhoneRedaction(createAcpStore());
  expect(redact({ content: "secret" }, { table: "messages", id: "m1", sessionId: "s1" })).toEqual(
    {},
  );
  const unknown: Partial<Permission> = { title: "secret" };
  expect(redact(unknown, { table: "permissions", id: "p1", sessionId: "s1" })).toEqual({});
});
