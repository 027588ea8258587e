import { allowKinds, rejectKinds } from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { options, optionsOf, storeWithPolicy } from "./support.js";

const call = (fields: object) => ({ toolCall: { toolCallId: "c", ...fields } });
const read = call({ kind: "read" });

describe("allowKinds", () => {
  it("allows once and names its rule", async () => {
    const { request } = storeWithPolicy(allowKinds(["read", "search"]));
    const expected = { status: "selected", optionId: "allow_once", reason: "policy" };
    expect(await request(read)).toMatchObject({ ...expected, rule: "allowKinds: read" });
  });

  it.each([
    ["another kind", call({ kind: "execute" })],
    ["a call without a kind", call({})],
    ["a call whose kind is cleared", call({ kind: null })],
    ["a request that only offers to allow always", { ...read, options: optionsOf("allow_always") }],
    ["a request without options", { ...read, options: [] }],
    [
      "two options of kind allow_once",
      { ...read, options: [...options, ...secondOption("allow_once")] },
    ],
    [
      "two options with the same id",
      {
        ...read,
        options: [
          ...optionsOf("allow_once"),
          { ...nameAndKind("allow_always"), optionId: "allow_once" },
        ],
      },
    ],
  ])("leaves %s to the user", async (_name, params) => {
    const { request } = storeWithPolicy(allowKinds(["read"]));
    expect((await request(params)).status).toBe("pending");
  });

  it("allows a call without a kind as other", async () => {
    const { request } = storeWithPolicy(allowKinds(["other"]));
    expect(await request(call({}))).toMatchObject({ rule: "allowKinds: other" });
  });

  it("uses the kind of the known call", async () => {
    const { store, request } = storeWithPolicy(allowKinds(["read"]));
    store.ingest({ sessionId: "s1", update: announced("read") });
    expect(await request(call({}))).toMatchObject({ rule: "allowKinds: read" });
  });

  it.each([
    ["the request", "execute", "read"],
    ["the known call", "read", "execute"],
  ])(
    "leaves the request to the user if only %s names an allowed kind",
    async (_name, known, requested) => {
      const { store, request } = storeWithPolicy(allowKinds(["read"]));
      store.ingest({ sessionId: "s1", update: announced(known) });
      expect((await request(call({ kind: requested }))).status).toBe("pending");
    },
  );
});

describe("rejectKinds", () => {
  it("rejects once and names its rule", async () => {
    const { request } = storeWithPolicy(rejectKinds(["read"]));
    const expected = { status: "selected", optionId: "reject_once", reason: "policy" };
    expect(await request(read)).toMatchObject({ ...expected, rule: "rejectKinds: read" });
  });

  it.each([
    ["another kind", call({ kind: "execute" })],
    [
      "a request that only offers to reject always",
      { ...read, options: optionsOf("reject_always") },
    ],
    [
      "two options of kind reject_once",
      { ...read, options: [...options, ...secondOption("reject_once")] },
    ],
  ])("leaves %s to the user", async (_name, params) => {
    const { request } = storeWithPolicy(rejectKinds(["read"]));
    expect((await request(params)).status).toBe("pending");
  });

  it.each([
    ["the request", "read", "delete"],
    ["the known call", "delete", "read"],
  ])("rejects if only %s names a rejected kind", async (_name, known, requested) => {
    const { store, request } = storeWithPolicy(rejectKinds(["delete"]));
    store.ingest({ sessionId: "s1", update: announced(known) });
    expect(await request(call({ kind: requested }))).toMatchObject({ rule: "rejectKinds: delete" });
  });
});

describe("the subject of a version 2 request", () => {
  const inVersion2 = { protocolVersion: 2 } as const;
  const about = (subject: object) => ({ toolCall: undefined, title: "Run it?", subject });
  const toolCall = { toolCallId: "c", title: "Read", kind: "read" };

  it.each([
    ["a tool call", { type: "tool_call", toolCall }, "allowKinds: read"],
    ["a command", { type: "command", command: "ls", cwd: "/w" }, "allowKinds: execute"],
  ])("counts as its kind for %s", async (_name, subject, rule) => {
    const { request } = storeWithPolicy(allowKinds(["read", "execute"]), inVersion2);
    expect(await request(about(subject))).toMatchObject({ optionId: "allow_once", rule });
  });

  it.each([
    ["has an unknown type", about({ type: "network", host: "x", toolCallId: "c" })],
    ["is missing", { toolCall: undefined, title: "Go on?" }],
  ])("is left to the user if it %s", async (_name, params) => {
    const { store, request } = storeWithPolicy(
      allowKinds(["read", "other", "execute"]),
      inVersion2,
    );
    store.ingest({
      sessionId: "s1",
      update: { ...announced("read"), sessionUpdate: "tool_call_update" },
    });
    expect((await request(params)).status).toBe("pending");
  });
});

function announced(kind: string) {
  return { sessionUpdate: "tool_call", toolCallId: "c", title: "Do it", kind };
}

function nameAndKind(kind: string) {
  return { name: "Always", kind };
}

/** Returns a second option of a kind, with a different id. */
function secondOption(kind: string) {
  return [{ ...nameAndKind(kind), optionId: "another" }];
}
