import {
  allowKinds,
  firstAnswer,
  memoryChoiceStorage,
  rememberChoices,
} from "@acp-store/core/policies";
import { describe, expect, it } from "vitest";
import { storeWithPolicy } from "./support.js";

const key = "acp-store:choices";
const npmTest = {
  toolCall: {
    toolCallId: "c",
    title: "npm test",
    kind: "execute",
    rawInput: { command: "npm test" },
  },
};
const throwError = () => {
  throw new Error("broken");
};

/** Returns the stored text after the user has always allowed `npm test`. */
async function storedChoice(): Promise<string> {
  const storage = memoryChoiceStorage();
  await storeWithPolicy(rememberChoices({ storage }).policy).requestFromUser(
    npmTest,
    "allow_always",
  );
  return (await storage.getItem(key)) ?? "";
}

function storeWithStoredText(text: string) {
  const storage = memoryChoiceStorage();
  storage.setItem(key, text);
  const choices = rememberChoices({ storage });
  return { choices, ...storeWithPolicy(choices.policy) };
}

describe("the text in a storage", () => {
  it("is used by the next program", async () => {
    const { request } = storeWithStoredText(await storedChoice());
    expect((await request(npmTest)).reason).toBe("policy");
  });

  it.each([
    ["empty", ""],
    ["malformed JSON", "{"],
    ["null", "null"],
    ["an object", '{"length":1,"0":{}}'],
    ["a list of other items", '[null,1,"allow",[],{}]'],
  ])("is replaced by the next choice if it is %s", async (_name, text) => {
    const { choices, request, requestFromUser } = storeWithStoredText(text);
    expect(await choices.list()).toEqual([]);
    await requestFromUser(npmTest, "allow_always");
    expect((await request(npmTest)).reason).toBe("policy");
  });

  it.each([
    ["an unknown answer", { answer: "allow_always" }],
    ["an unknown scope", { scope: "everything" }],
    ["no session", { within: undefined }],
    ["another session", { within: "__proto__" }],
    ["an expiry that is not a number", { expiresAt: "never" }],
    ["an expiry of null", { expiresAt: null }],
    ["no question", { question: undefined }],
  ])("leaves the request to the user if a choice has %s", async (_name, changed) => {
    const [choice] = JSON.parse(await storedChoice());
    const { request } = storeWithStoredText(JSON.stringify([{ ...choice, ...changed }]));
    expect((await request(npmTest)).status).toBe("pending");
  });

  it("ignores fields below __proto__", async () => {
    const [choice] = JSON.parse(await storedChoice());
    const { request } = storeWithStoredText(`[{"__proto__":${JSON.stringify(choice)}}]`);
    expect((await request(npmTest)).status).toBe("pending");
    expect({}).not.toHaveProperty("answer");
  });
});

describe("a storage that fails", () => {
  it.each([
    ["throws", throwError],
    ["rejects", () => Promise.reject(new Error("broken"))],
  ])(
    "leaves the request to the user if reading %s, and stops the chain of policies",
    async (_name, getItem) => {
      const choices = rememberChoices({ storage: { getItem, setItem: () => {} } });
      const { request, requestFromUser } = storeWithPolicy(
        firstAnswer(choices.policy, allowKinds(["execute"])),
      );
      expect((await request(npmTest)).status).toBe("pending");
      await requestFromUser({ ...npmTest, sessionId: "s2" }, "allow_always");
      await expect(choices.list()).rejects.toThrow("broken");
    },
  );

  it.each([
    ["throws", throwError],
    ["rejects", () => Promise.reject(new Error("broken"))],
  ])("does not remember choices and rejects revoke if writing %s", async (_name, setItem) => {
    const text = await storedChoice();
    const choices = rememberChoices({ storage: { getItem: () => text, setItem } });
    const { request, requestFromUser } = storeWithPolicy(choices.policy);
    const other = { toolCall: { ...npmTest.toolCall, toolCallId: "d", title: "Another" } };
    await requestFromUser(other, "allow_always");
    expect((await request(other)).status).toBe("pending");
    await expect(choices.revoke("any")).rejects.toThrow("broken");
    await expect(choices.clear()).rejects.toThrow("broken");
    expect((await request(npmTest)).reason).toBe("policy");
  });

  it("remembers choices once it works", async () => {
    let isBroken = true;
    const works = memoryChoiceStorage();
    const getItem = (name: string) => (isBroken ? throwError() : works.getItem(name));
    const choices = rememberChoices({ storage: { getItem, setItem: works.setItem } });
    const { request, requestFromUser } = storeWithPolicy(choices.policy);
    expect((await request(npmTest)).status).toBe("pending");
    isBroken = false;
    await requestFromUser({ ...npmTest, sessionId: "s2" }, "allow_always");
    expect(await choices.list()).toHaveLength(1);
  });
});
