import {
  memoryStorage,
  rememberChoices,
  type RememberChoicesOptions,
} from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { asking, optionsOf } from "./support.js";

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
const asked = (fields: object, more: object = {}) => ({
  toolCall: { toolCallId: `call-${++count}`, ...fields },
  ...more,
});

function remembering(options: Partial<RememberChoicesOptions> = {}) {
  const choices = rememberChoices({ storage: memoryStorage(), ...options });
  return { choices, ...asking(choices.policy) };
}

describe("a choice for good", () => {
  it("answers the same question from then on, once each time", async () => {
    const { choices, ask, askUser } = remembering();
    await askUser(asked(npmTest), "allow_always");
    const [choice] = await choices.list();
    expect(choice).toMatchObject({ answer: "allow", title: "npm test", kind: "execute" });
    const answered = { optionId: "allow_once", reason: "policy" };
    const rule = `rememberChoices: ${choice?.id}`;
    expect(await ask(asked(npmTest))).toMatchObject({ ...answered, rule });
    expect(await ask(asked(npmTest))).toMatchObject(answered);
  });

  it("rejects as well", async () => {
    const { ask, askUser } = remembering();
    await askUser(asked(npmTest), "reject_always");
    expect(await ask(asked(npmTest))).toMatchObject({ optionId: "reject_once", reason: "policy" });
  });

  it.each(["allow_once", "reject_once"])("is not made by %s", async (optionId) => {
    const { choices, ask, askUser } = remembering();
    await askUser(asked(npmTest), optionId);
    expect((await ask(asked(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("is not made by another policy", async () => {
    const choices = rememberChoices({ storage: memoryStorage() });
    const { ask } = asking(async (context) => {
      await choices.policy(context);
      return "allow_always";
    });
    expect(await ask(asked(npmTest))).toMatchObject({ reason: "policy" });
    expect(await choices.list()).toEqual([]);
  });

  it("is not made by a request that was cancelled", async () => {
    const { choices, store, ask } = remembering();
    await ask(asked(npmTest));
    store.cancelTurn("s1");
    expect(await choices.list()).toEqual([]);
  });

  it("is left to the user where the answer is not offered, or which one is not clear", async () => {
    const { ask, askUser } = remembering();
    await askUser(asked(npmTest), "allow_always");
    const options = optionsOf("allow_always", "reject_once");
    expect((await ask(asked(npmTest, { options }))).status).toBe("pending");
    const twice = [...optionsOf("allow_once"), { ...optionsOf("allow_once")[0], optionId: "b" }];
    expect((await ask(asked(npmTest, { options: twice }))).status).toBe("pending");
  });

  it("takes the place of the one before", async () => {
    const { choices, askUser } = remembering({ scope: "all" });
    await askUser(asked(npmTest), "allow_always");
    const options = optionsOf("reject_always");
    await askUser(asked(npmTest, { options }), "reject_always");
    expect((await choices.list()).map(({ answer }) => answer)).toEqual(["reject"]);
  });

  it("answers the next request even if the storage takes its time", async () => {
    const slow = memoryStorage();
    const setItem = (key: string, text: string) =>
      new Promise<void>((resolve) => setTimeout(() => resolve(slow.setItem(key, text) as void)));
    const choices = rememberChoices({ storage: { getItem: slow.getItem, setItem } });
    const { ask, askUser } = asking(choices.policy);
    await askUser(asked(npmTest), "allow_always");
    const permission = await ask(asked(npmTest));
    expect(await choices.list()).toHaveLength(1);
    expect(permission).toMatchObject({ reason: "policy" });
  });
});

describe("the same question", () => {
  const inOtherWords = {
    ...npmTest,
    rawInput: { description: "Again", command: "npm test" },
    content: [{ type: "terminal", terminalId: "t2" }],
  };

  it.each([
    ["a command in other words", npmTest, inOtherWords],
    [
      "another line of the same file",
      npmTest,
      { ...npmTest, locations: [{ path: "/w/package.json" }] },
    ],
    ["a diff that is the same", edit, { ...edit }],
    [
      "an input with its fields in another order",
      withInput({ a: 1, b: [2] }),
      withInput({ b: [2], a: 1 }),
    ],
  ])("is %s", async (_name, first, second) => {
    const { ask, askUser } = remembering();
    await askUser(asked(first), "allow_always");
    expect((await ask(asked(second))).reason).toBe("policy");
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
      "another description of what is no command",
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
  ])("is not one with %s", async (_name, first, second) => {
    const { ask, askUser } = remembering();
    await askUser(asked(first), "allow_always");
    expect((await ask(asked(second))).status).toBe("pending");
  });

  it.each([
    ["has a title alone", { title: "Set 3 todos", kind: "other" }],
    ["has empty values", { title: "Approve", kind: "switch_mode", rawInput: {}, content: [] }],
    ["takes long to say", withInput({ text: "x".repeat(20_000) })],
  ])("is never one that %s", async (_name, fields) => {
    const { choices, ask, askUser } = remembering();
    await askUser(asked(fields), "allow_always");
    expect((await ask(asked(fields))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("is told by the known call where the request leaves it empty", async () => {
    const { store, ask, askUser } = remembering();
    const tell = (toolCallId: string, command: string) =>
      store.ingest({
        sessionId: "s1",
        update: { ...npmTest, sessionUpdate: "tool_call", toolCallId, rawInput: { command } },
      });
    const empty = (toolCallId: string) => ({ toolCall: { toolCallId, rawInput: {}, content: [] } });
    tell("a", "npm test");
    tell("b", "npm test");
    tell("c", "npm publish");
    await askUser(empty("a"), "allow_always");
    expect((await ask(empty("b"))).reason).toBe("policy");
    expect((await ask(empty("c"))).status).toBe("pending");
  });

  it("comes from the same agent", async () => {
    const storage = memoryStorage();
    const of = (name: string) => {
      const { choices, store, ...rest } = remembering({ storage, scope: "all" });
      const result = { protocolVersion: 1, agentInfo: { name, version: "1" } };
      store.observe({ dir: "sent", msg: { id: 0, method: "initialize", params: {} } });
      store.observe({ dir: "recv", msg: { id: 0, result } });
      return { choices, ...rest };
    };
    await of("one").askUser(asked(npmTest), "allow_always");
    expect((await of("other").ask(asked(npmTest))).status).toBe("pending");
    expect((await of("one").ask(asked(npmTest))).reason).toBe("policy");
    expect(await of("one").choices.list()).toMatchObject([{ agent: "one" }]);
  });

  it("may be about a command (version 2), and about nothing that is not known", async () => {
    const choices = rememberChoices({ storage: memoryStorage() });
    const { ask, askUser } = asking(choices.policy, { protocolVersion: 2 });
    const about = (subject: object, more: object = {}) => ({
      toolCall: undefined,
      title: "Run it?",
      subject,
      ...more,
    });
    const command = { type: "command", command: "ls", cwd: "/w" };
    await askUser(about(command, { description: "First" }), "allow_always");
    expect((await ask(about(command, { description: "Again" }))).reason).toBe("policy");
    expect((await ask(about({ ...command, cwd: "/" }))).status).toBe("pending");
    const network = { ...command, type: "network" };
    await askUser(about(network), "allow_always");
    expect((await ask(about(network))).status).toBe("pending");
  });
});

describe("the scope", () => {
  const inFolders = async (scope: "session" | "cwd" | "all") => {
    const { store, ask, askUser } = remembering({ scope });
    for (const [sessionId, cwd] of Object.entries({ s1: "/a", s2: "/a", s3: "/b" }))
      store.openSession({ sessionId, cwd });
    await askUser(asked(npmTest), "allow_always");
    const answered = ["s1", "s2", "s3"].map(async (sessionId) => {
      const { reason } = await ask(asked(npmTest, { sessionId }));
      return reason === "policy" ? [sessionId] : [];
    });
    return (await Promise.all(answered)).flat();
  };

  it("is the session, its folder, or all", async () => {
    expect(await inFolders("session")).toEqual(["s1"]);
    expect(await inFolders("cwd")).toEqual(["s1", "s2"]);
    expect(await inFolders("all")).toEqual(["s1", "s2", "s3"]);
  });

  it("is nowhere where the folder is not known", async () => {
    const { choices, ask, askUser } = remembering({ scope: "cwd" });
    await askUser(asked(npmTest), "allow_always");
    expect((await ask(asked(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("stays what it was when the choice was made; where two disagree, one rejects", async () => {
    const storage = memoryStorage();
    await remembering({ storage }).askUser(asked(npmTest), "reject_always");
    const wide = remembering({ storage, scope: "all" });
    await wide.askUser(asked(npmTest, { sessionId: "s2" }), "allow_always");
    expect(await wide.ask(asked(npmTest, { sessionId: "s3" }))).toMatchObject({
      optionId: "allow_once",
    });
    expect(await wide.ask(asked(npmTest))).toMatchObject({ optionId: "reject_once" });
  });
});

describe("the list", () => {
  it("forgets what is revoked", async () => {
    const { choices, ask, askUser } = remembering();
    await askUser(asked(npmTest), "allow_always");
    await askUser(asked(edit), "allow_always");
    const [first, second] = await choices.list();
    await choices.revoke(first?.id ?? "");
    expect(await choices.list()).toEqual([second]);
    expect((await ask(asked(npmTest))).status).toBe("pending");
    expect((await ask(asked(edit))).reason).toBe("policy");
    await choices.clear();
    expect((await ask(asked(edit))).status).toBe("pending");
  });

  it("forgets what has expired", async () => {
    let clock = 1000;
    const { choices, ask, askUser } = remembering({ expiresAfter: 100, now: () => clock });
    await askUser(asked(npmTest), "allow_always");
    expect(await choices.list()).toMatchObject([{ rememberedAt: 1000, expiresAt: 1100 }]);
    clock = 1099;
    expect((await ask(asked(npmTest))).reason).toBe("policy");
    clock = 1100;
    expect((await ask(asked(npmTest))).status).toBe("pending");
    expect(await choices.list()).toEqual([]);
  });

  it("holds the newest 500", async () => {
    const { choices, askUser } = remembering();
    for (let n = 0; n <= 500; n++) await askUser(asked(withInput({ n })), "allow_always");
    const all = await choices.list();
    expect(all).toHaveLength(500);
    expect(all[0]?.question).toContain('{"n":1}');
  });
});

function withInput(rawInput: unknown) {
  return { title: "Do it", kind: "other", rawInput };
}
