import { allowKinds, rejectKinds } from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { asking, options, optionsOf } from "./support.js";

const call = (fields: object) => ({ toolCall: { toolCallId: "c", ...fields } });
const read = call({ kind: "read" });

describe("allowKinds", () => {
  it("allows once, and says why", async () => {
    const { ask } = asking(allowKinds(["read", "search"]));
    const expected = { status: "selected", optionId: "allow_once", reason: "policy" };
    expect(await ask(read)).toMatchObject({ ...expected, rule: "allowKinds: read" });
  });

  it.each([
    ["another kind", call({ kind: "execute" })],
    ["a kind that the agent does not name", call({})],
    ["a kind that is cleared", call({ kind: null })],
    ["only what the agent would remember", { ...read, options: optionsOf("allow_always") }],
    ["no option", { ...read, options: [] }],
    ["two options that allow", { ...read, options: [...options, ...twice("allow_once")] }],
    [
      "an id that another option has as well",
      {
        ...read,
        options: [...optionsOf("allow_once"), { ...rest("allow_always"), optionId: "allow_once" }],
      },
    ],
  ])("asks for %s", async (_name, request) => {
    const { ask } = asking(allowKinds(["read"]));
    expect((await ask(request)).status).toBe("pending");
  });

  it("allows what has no kind only as other", async () => {
    const { ask } = asking(allowKinds(["other"]));
    expect(await ask(call({}))).toMatchObject({ rule: "allowKinds: other" });
  });

  it("takes the kind from the call that is known", async () => {
    const { store, ask } = asking(allowKinds(["read"]));
    store.ingest({ sessionId: "s1", update: announced("read") });
    expect(await ask(call({}))).toMatchObject({ rule: "allowKinds: read" });
  });

  it.each([
    ["the request", "execute", "read"],
    ["the known call", "read", "execute"],
  ])("asks where %s alone names an allowed kind", async (_name, known, requested) => {
    const { store, ask } = asking(allowKinds(["read"]));
    store.ingest({ sessionId: "s1", update: announced(known) });
    expect((await ask(call({ kind: requested }))).status).toBe("pending");
  });
});

describe("rejectKinds", () => {
  it("rejects once, and says why", async () => {
    const { ask } = asking(rejectKinds(["read"]));
    const expected = { status: "selected", optionId: "reject_once", reason: "policy" };
    expect(await ask(read)).toMatchObject({ ...expected, rule: "rejectKinds: read" });
  });

  it.each([
    ["another kind", call({ kind: "execute" })],
    ["only what the agent would remember", { ...read, options: optionsOf("reject_always") }],
    ["two options that reject", { ...read, options: [...options, ...twice("reject_once")] }],
  ])("asks for %s", async (_name, request) => {
    const { ask } = asking(rejectKinds(["read"]));
    expect((await ask(request)).status).toBe("pending");
  });

  it.each([
    ["the request", "read", "delete"],
    ["the known call", "delete", "read"],
  ])("rejects where %s alone names a rejected kind", async (_name, known, requested) => {
    const { store, ask } = asking(rejectKinds(["delete"]));
    store.ingest({ sessionId: "s1", update: announced(known) });
    expect(await ask(call({ kind: requested }))).toMatchObject({ rule: "rejectKinds: delete" });
  });
});

describe("the subject of a version 2 request", () => {
  const inVersion2 = { protocolVersion: 2 } as const;
  const about = (subject: object) => ({ toolCall: undefined, title: "Run it?", subject });
  const toolCall = { toolCallId: "c", title: "Read", kind: "read" };

  it.each([
    ["a tool call", { type: "tool_call", toolCall }, "allowKinds: read"],
    ["a command", { type: "command", command: "ls", cwd: "/w" }, "allowKinds: execute"],
  ])("is %s", async (_name, subject, rule) => {
    const { ask } = asking(allowKinds(["read", "execute"]), inVersion2);
    expect(await ask(about(subject))).toMatchObject({ optionId: "allow_once", rule });
  });

  it.each([
    ["is not known", about({ type: "network", host: "x", toolCallId: "c" })],
    ["is missing", { toolCall: undefined, title: "Go on?" }],
  ])("is left to the user where it %s", async (_name, request) => {
    const { store, ask } = asking(allowKinds(["read", "other", "execute"]), inVersion2);
    store.ingest({
      sessionId: "s1",
      update: { ...announced("read"), sessionUpdate: "tool_call_update" },
    });
    expect((await ask(request)).status).toBe("pending");
  });
});

function announced(kind: string) {
  return { sessionUpdate: "tool_call", toolCallId: "c", title: "Do it", kind };
}

function rest(kind: string) {
  return { name: "Always", kind };
}

/** A second option of a kind, with an id of its own. */
function twice(kind: string) {
  return [{ ...rest(kind), optionId: "another" }];
}
