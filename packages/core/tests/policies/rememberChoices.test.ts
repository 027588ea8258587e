import {
  memoryChoiceStorage,
  rememberChoices,
  type RememberChoicesOptions,
} from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { optionsOf, storeWithPolicy } from "./support.js";

const npmTest = {
  title: "npm test",
  kind: "execute",
  rawInput: { command: "npm test", description: "First" },
  content: [{ type: "content", content: { type: "text", text: "First" } }],
  locations: [{ path: "/w/package.json", line: 1 }],
};
const edit = {
  title: "Edit a.ts",
  kind: "edit",
  content: [{ type: "diff", path: "/w/a.ts", oldText: "a", newText: "b" }],
};
let count = 0;
const paramsFor = (fields: object, more: object = {}) => ({
  toolCall: { toolCallId: `call-${++count}`, ...fields },
  ...more,
});

function storeWithChoices(options: Partial<RememberChoicesOptions> = {}) {
  const choices = rememberChoices({ storage: memoryChoiceStorage(), ...options });
  return { choices, ...storeWithPolicy(choices.policy) };
}

describe("an always choice", () => {
  it("answers the same question each time with the option for once", async () => {
    const { choices, request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(npmTest), "allow_always");
    const [choice] = await choices.list();
    expect(choice).toMatchObject({ answer: "allow", title: "npm test", kind: "execute" });
    const answered = { optionId: "allow_once", reason: "policy" };
    const rule = `rememberChoices: ${choice?.id}`;
    expect(await request(paramsFor(npmTest))).toMatchObject({ ...answered, rule });
    expect(await request(paramsFor(npmTest))).toMatchObject(answered);
  });

  it("rejects the same question", async () => {
    const { request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(npmTest), "reject_always");
    expect(await request(paramsFor(npmTest))).toMatchObject({
      optionId: "reject_once",
      reason: "policy",
    });
  });

  it.each(["allow_once", "reject_once"])("is not remembered after %s", async (optionId) => {
    const { choices, request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(npmTest), optionId);
    expect((await request(paramsFor(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("is not learned from another policy", async () => {
    const choices = rememberChoices({ storage: memoryChoiceStorage() });
    const { request } = storeWithPolicy(async (context) => {
      await choices.policy(context);
      return "allow_always";
    });
    expect(await request(paramsFor(npmTest))).toMatchObject({ reason: "policy" });
    expect(await choices.list()).toEqual([]);
  });

  it("is not learned from a cancelled request", async () => {
    const { choices, store, request } = storeWithChoices();
    await request(paramsFor(npmTest));
    store.cancelTurn("s1");
    expect(await choices.list()).toEqual([]);
  });

  it("leaves the request to the user if there is no unique option for it", async () => {
    const { request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(npmTest), "allow_always");
    const options = optionsOf("allow_always", "reject_once");
    expect((await request(paramsFor(npmTest, { options }))).status).toBe("pending");
    const twice = [...optionsOf("allow_once"), { ...optionsOf("allow_once")[0], optionId: "b" }];
    expect((await request(paramsFor(npmTest, { options: twice }))).status).toBe("pending");
  });

  it("replaces the previous choice", async () => {
    const { choices, requestFromUser } = storeWithChoices({ scope: "all" });
    await requestFromUser(paramsFor(npmTest), "allow_always");
    const options = optionsOf("reject_always");
    await requestFromUser(paramsFor(npmTest, { options }), "reject_always");
    expect((await choices.list()).map(({ answer }) => answer)).toEqual(["reject"]);
  });

  it("answers the next request even if the storage is slow", async () => {
    const slow = memoryChoiceStorage();
    const setItem = (key: string, text: string) =>
      new Promise<void>((resolve) => setTimeout(() => resolve(slow.setItem(key, text) as void)));
    const choices = rememberChoices({ storage: { getItem: slow.getItem, setItem } });
    const { request, requestFromUser } = storeWithPolicy(choices.policy);
    await requestFromUser(paramsFor(npmTest), "allow_always");
    const permission = await request(paramsFor(npmTest));
    expect(await choices.list()).toHaveLength(1);
    expect(permission).toMatchObject({ reason: "policy" });
  });
});

describe("the same question", () => {
  const describedDifferently = {
    ...npmTest,
    rawInput: { description: "Again", command: "npm test" },
    content: [{ type: "terminal", terminalId: "t2" }],
  };

  it.each([
    ["a command with another description", npmTest, describedDifferently],
    [
      "another line of the same file",
      npmTest,
      { ...npmTest, locations: [{ path: "/w/package.json" }] },
    ],
    ["an equal diff", edit, { ...edit }],
    [
      "an input with its fields in another order",
      withInput({ a: 1, b: [2] }),
      withInput({ b: [2], a: 1 }),
    ],
  ])("includes %s", async (_name, first, second) => {
    const { request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(first), "allow_always");
    expect((await request(paramsFor(second))).reason).toBe("policy");
  });

  it.each([
    ["another command", npmTest, { ...npmTest, rawInput: { command: "npm test; rm -rf /" } }],
    ["another title", npmTest, { ...npmTest, title: "npm test (on the server)" }],
    ["another kind", npmTest, { ...npmTest, kind: "other" }],
    ["another tool", { ...npmTest, name: "Bash" }, { ...npmTest, name: "Remote" }],
    ["more input", npmTest, { ...npmTest, rawInput: { ...npmTest.rawInput, sandbox: false } }],
    ["other paths", npmTest, { ...npmTest, locations: [{ path: "/etc/passwd" }] }],
    ["another diff", edit, { ...edit, content: [{ ...edit.content[0], newText: "c" }] }],
    [
      "another description of a call that is not a command",
      withInput({ description: "a" }),
      withInput({ description: "b" }),
    ],
    [
      "an input below __proto__",
      withInput(JSON.parse('{"a":1,"__proto__":1}')),
      withInput({ a: 1 }),
    ],
    ["a list for an object", withInput(["a"]), withInput({ 0: "a" })],
    ["a number for a text", withInput({ a: 1 }), withInput({ a: "1" })],
  ])("does not include %s", async (_name, first, second) => {
    const { request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(first), "allow_always");
    expect((await request(paramsFor(second))).status).toBe("pending");
  });

  it.each([
    ["has only a title", { title: "Set 3 todos", kind: "other" }],
    ["has empty values", { title: "Approve", kind: "switch_mode", rawInput: {}, content: [] }],
    ["is too long", withInput({ text: "x".repeat(20_000) })],
  ])("is never remembered if it %s", async (_name, fields) => {
    const { choices, request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(fields), "allow_always");
    expect((await request(paramsFor(fields))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("uses the known call for fields that the request leaves empty", async () => {
    const { store, request, requestFromUser } = storeWithChoices();
    const announce = (toolCallId: string, command: string) =>
      store.ingest({
        sessionId: "s1",
        update: { ...npmTest, sessionUpdate: "tool_call", toolCallId, rawInput: { command } },
      });
    const empty = (toolCallId: string) => ({ toolCall: { toolCallId, rawInput: {}, content: [] } });
    announce("a", "npm test");
    announce("b", "npm test");
    announce("c", "npm publish");
    await requestFromUser(empty("a"), "allow_always");
    expect((await request(empty("b"))).reason).toBe("policy");
    expect((await request(empty("c"))).status).toBe("pending");
  });

  it("requires the same agent", async () => {
    const storage = memoryChoiceStorage();
    const connectTo = (name: string) => {
      const { choices, store, ...rest } = storeWithChoices({ storage, scope: "all" });
      const result = { protocolVersion: 1, agentInfo: { name, version: "1" } };
      store.observe({ dir: "sent", msg: { id: 0, method: "initialize", params: {} } });
      store.observe({ dir: "recv", msg: { id: 0, result } });
      return { choices, ...rest };
    };
    await connectTo("one").requestFromUser(paramsFor(npmTest), "allow_always");
    expect((await connectTo("other").request(paramsFor(npmTest))).status).toBe("pending");
    expect((await connectTo("one").request(paramsFor(npmTest))).reason).toBe("policy");
    expect(await connectTo("one").choices.list()).toMatchObject([{ agent: "one" }]);
  });

  it("compares commands of version 2, but not subjects of an unknown type", async () => {
    const choices = rememberChoices({ storage: memoryChoiceStorage() });
    const { request, requestFromUser } = storeWithPolicy(choices.policy, { protocolVersion: 2 });
    const about = (subject: object, more: object = {}) => ({
      toolCall: undefined,
      title: "Run it?",
      subject,
      ...more,
    });
    const command = { type: "command", command: "ls", cwd: "/w" };
    await requestFromUser(about(command, { description: "First" }), "allow_always");
    expect((await request(about(command, { description: "Again" }))).reason).toBe("policy");
    expect((await request(about({ ...command, cwd: "/" }))).status).toBe("pending");
    const network = { ...command, type: "network" };
    await requestFromUser(about(network), "allow_always");
    expect((await request(about(network))).status).toBe("pending");
  });
});

describe("the scope", () => {
  const answeredSessions = async (scope: "session" | "cwd" | "all") => {
    const { store, request, requestFromUser } = storeWithChoices({ scope });
    for (const [sessionId, cwd] of Object.entries({ s1: "/a", s2: "/a", s3: "/b" }))
      store.openSession({ sessionId, cwd });
    await requestFromUser(paramsFor(npmTest), "allow_always");
    const answered = ["s1", "s2", "s3"].map(async (sessionId) => {
      const { reason } = await request(paramsFor(npmTest, { sessionId }));
      return reason === "policy" ? [sessionId] : [];
    });
    return (await Promise.all(answered)).flat();
  };

  it("limits a choice to the session, its working directory, or nothing", async () => {
    expect(await answeredSessions("session")).toEqual(["s1"]);
    expect(await answeredSessions("cwd")).toEqual(["s1", "s2"]);
    expect(await answeredSessions("all")).toEqual(["s1", "s2", "s3"]);
  });

  it("does not remember a choice if the working directory is unknown", async () => {
    const { choices, request, requestFromUser } = storeWithChoices({ scope: "cwd" });
    await requestFromUser(paramsFor(npmTest), "allow_always");
    expect((await request(paramsFor(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("keeps the scope of an earlier choice, and a reject wins over an allow", async () => {
    const storage = memoryChoiceStorage();
    await storeWithChoices({ storage }).requestFromUser(paramsFor(npmTest), "reject_always");
    const wide = storeWithChoices({ storage, scope: "all" });
    await wide.requestFromUser(paramsFor(npmTest, { sessionId: "s2" }), "allow_always");
    expect(await wide.request(paramsFor(npmTest, { sessionId: "s3" }))).toMatchObject({
      optionId: "allow_once",
    });
    expect(await wide.request(paramsFor(npmTest))).toMatchObject({ optionId: "reject_once" });
  });
});

describe("the list", () => {
  it("forgets revoked choices", async () => {
    const { choices, request, requestFromUser } = storeWithChoices();
    await requestFromUser(paramsFor(npmTest), "allow_always");
    await requestFromUser(paramsFor(edit), "allow_always");
    const [first, second] = await choices.list();
    await choices.revoke(first?.id ?? "");
    expect(await choices.list()).toEqual([second]);
    expect((await request(paramsFor(npmTest))).status).toBe("pending");
    expect((await request(paramsFor(edit))).reason).toBe("policy");
    await choices.clear();
    expect((await request(paramsFor(edit))).status).toBe("pending");
  });

  it("forgets expired choices", async () => {
    let clock = 1000;
    const { choices, request, requestFromUser } = storeWithChoices({
      expiresAfter: 100,
      now: () => clock,
    });
    await requestFromUser(paramsFor(npmTest), "allow_always");
    expect(await choices.list()).toMatchObject([{ rememberedAt: 1000, expiresAt: 1100 }]);
    clock = 1099;
    expect((await request(paramsFor(npmTest))).reason).toBe("policy");
    clock = 1100;
    expect((await request(paramsFor(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("keeps the newest 500 choices", async () => {
    const { choices, requestFromUser } = storeWithChoices();
    for (let n = 0; n <= 500; n++)
      await requestFromUser(paramsFor(withInput({ n })), "allow_always");
    const all = await choices.list();
    expect(all).toHaveLength(500);
    expect(all[0]?.question).toContain('{"n":1}');
  });
});

function withInput(rawInput: unknown) {
  return { title: "Do it", kind: "other", rawInput };
}
