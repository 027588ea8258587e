import { allowKinds, firstAnswer, memoryStorage, rememberChoices } from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { asking } from "./support.js";

const key = "acp-store:choices";
const npmTest = {
  toolCall: {
    toolCallId: "c",
    title: "npm test",
    kind: "execute",
    rawInput: { command: "npm test" },
  },
};
const fail = () => {
  throw new Error("broken");
};

/** What a storage holds after the user has allowed `npm test` for good. */
async function remembered(): Promise<string> {
  const storage = memoryStorage();
  await asking(rememberChoices({ storage }).policy).askUser(npmTest, "allow_always");
  return (await storage.getItem(key)) ?? "";
}

function holding(text: string) {
  const storage = memoryStorage();
  storage.setItem(key, text);
  const choices = rememberChoices({ storage });
  return { choices, ...asking(choices.policy) };
}

describe("what a storage holds", () => {
  it("is read by the next program", async () => {
    const { ask } = holding(await remembered());
    expect((await ask(npmTest)).reason).toBe("policy");
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["null", "null"],
    ["an object", '{"length":1,"0":{}}'],
    ["other items", '[null,1,"allow",[],{}]'],
  ])("may be %s: the user is asked, and the next choice is kept", async (_name, text) => {
    const { choices, ask, askUser } = holding(text);
    expect(await choices.list()).toEqual([]);
    await askUser(npmTest, "allow_always");
    expect((await ask(npmTest)).reason).toBe("policy");
  });

  it.each([
    ["an answer that is none", { answer: "allow_always" }],
    ["a scope that is none", { scope: "everything" }],
    ["no place", { within: undefined }],
    ["another place", { within: "__proto__" }],
    ["a time that is no number", { expiresAt: "never" }],
    ["a time that is null", { expiresAt: null }],
    ["no question", { question: undefined }],
  ])("may have %s: the user is asked", async (_name, changed) => {
    const [choice] = JSON.parse(await remembered());
    const { ask } = holding(JSON.stringify([{ ...choice, ...changed }]));
    expect((await ask(npmTest)).status).toBe("pending");
  });

  it("may hide its fields below __proto__: the user is asked", async () => {
    const [choice] = JSON.parse(await remembered());
    const { ask } = holding(`[{"__proto__":${JSON.stringify(choice)}}]`);
    expect((await ask(npmTest)).status).toBe("pending");
    expect({}).not.toHaveProperty("answer");
  });
});

describe("a storage that fails", () => {
  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("broken"))],
  ])(
    "leaves it to the user when reading %s, also before other policies",
    async (_name, getItem) => {
      const choices = rememberChoices({ storage: { getItem, setItem: () => {} } });
      const { ask, askUser } = asking(firstAnswer(choices.policy, allowKinds(["execute"])));
      expect((await ask(npmTest)).status).toBe("pending");
      await askUser({ ...npmTest, sessionId: "s2" }, "allow_always");
      await expect(choices.list()).rejects.toThrow("broken");
    },
  );

  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("broken"))],
  ])("forgets choices, and says so to who revokes, when writing %s", async (_name, setItem) => {
    const text = await remembered();
    const choices = rememberChoices({ storage: { getItem: () => text, setItem } });
    const { ask, askUser } = asking(choices.policy);
    const other = { toolCall: { ...npmTest.toolCall, toolCallId: "d", title: "Another" } };
    await askUser(other, "allow_always");
    expect((await ask(other)).status).toBe("pending");
    await expect(choices.revoke("any")).rejects.toThrow("broken");
    await expect(choices.clear()).rejects.toThrow("broken");
    expect((await ask(npmTest)).reason).toBe("policy");
  });

  it("goes on once it works again", async () => {
    let isBroken = true;
    const works = memoryStorage();
    const getItem = (name: string) => (isBroken ? fail() : works.getItem(name));
    const choices = rememberChoices({ storage: { getItem, setItem: works.setItem } });
    const { ask, askUser } = asking(choices.policy);
    expect((await ask(npmTest)).status).toBe("pending");
    isBroken = false;
    await askUser({ ...npmTest, sessionId: "s2" }, "allow_always");
    expect(await choices.list()).toHaveLength(1);
  });
});
