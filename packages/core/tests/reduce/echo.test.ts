import { describe, expect, it } from "vitest";
import { storeAfterFrames, sent, updated } from "../support/frames.js";
import { session, text, type TrackedStore } from "../support/trackedStore.js";

const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });
const link = { type: "resource_link", uri: "file:///a.ts", name: "a.ts" };
const file = { type: "resource", resource: { uri: "file:///a/b.ts", text: "let b;" } };
const promptFrame = (id: number, ...prompt: object[]) =>
  sent({ id, method: "session/prompt", params: { sessionId: "s1", prompt } });
const messageChunk = (role: string, content: object, extra: object = {}) =>
  updated({ sessionUpdate: `${role}_message_chunk`, content, ...extra });
const userChunk = (value: string, extra?: object) => messageChunk("user", text(value), extra);
const messageLines = (store: TrackedStore) =>
  [...session(store).messages.values()].map(
    ({ role, messageId, content }) =>
      `${role} ${messageId}: ${content
        .map((block) => ("text" in block ? String(block.text) : block.type))
        .join("|")}`,
  );
const echoes = (store: TrackedStore) => [...session(store).turns.values()].map(({ echo }) => echo);

describe("an echoed prompt", () => {
  it.each([
    ["in a single chunk", [text("Fix"), text(" it")], [text("Fix it")]],
    ["in different chunks", [text("Fix"), text(" it")], [text("F"), text("ix it")]],
    ["with an image", [text("See"), image("aGk=")], [text("See"), image("aGk=")]],
    ["after an image", [image("aGk="), text("See")], [image("aGk="), text("See")]],
    ["without its unknown block", [{ type: "_note", text: "n" }, text("See")], [text("See")]],
  ])("adds no second message when it is echoed %s", (_name, prompt, echo) => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, ...prompt),
      ...echo.map((block) => messageChunk("user", block)),
    );
    expect(session(store).messages.size).toBe(1);
    expect([...session(store).messages.values()][0]?.content).toEqual(prompt);
  });

  it("adds a message when the image differs", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("See"), image("aGk=")),
      messageChunk("user", image("eW8=")),
    );
    const contents = [...session(store).messages.values()].flatMap(({ content }) => content);
    expect(contents).toContainEqual(image("eW8="));
  });

  it("recognizes the echo of the second prompt", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("A")),
      promptFrame(1, text("B")),
      userChunk("B"),
      userChunk("A"),
    );
    expect(messageLines(store)).toEqual(["user #1: A", "user #2: B"]);
  });

  it.each([
    ["white space only", [text("Fix it")], " "],
    ["the prompt followed by more text", [text("Fix it")], "Fix it, I said: Fix it"],
    ["different text that names a link", [text("See"), link], "Not a.ts"],
    ["extra text before a link", [text("See"), link], "I said: See a.ts"],
    ["text that names a different file", [text("See"), file], "See c.ts"],
    ["extra text after a link", [text("See "), link, text(" now")], "See a.ts now, please"],
    ["resources in a different order", [link, file], "b.ts and a.ts"],
    ["text about a link without a name", [text("See"), { ...link, name: "" }], "See this"],
    ["one of two identical resources", [link, link], "a.ts"],
  ])("does not recognize as an echo: %s", (_name, prompt, value) => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, ...prompt),
      userChunk(value, { messageId: "u1" }),
    );
    expect(session(store).messages.size).toBe(2);
  });

  it.each(["See b.ts now", "See file:///a/b.ts now", "See [b.ts](file:///a/b.ts)\n now"])(
    "recognizes as an echo of a file: %j",
    (value) => {
      const prompt = [text("See "), file, text(" now")];
      const store = storeAfterFrames(1, promptFrame(0, ...prompt), userChunk(value));
      const contents = [...session(store).messages.values()].map(({ content }) => content);
      expect(contents).toEqual([prompt]);
    },
  );

  const named = { ...link, name: "the file" };

  it.each([
    ["resources by name and by URI", [link, file], "a.ts, b.ts (first: file:///a.ts)"],
    ["only the name of a link", [text("See "), named], "See the file"],
  ])("recognizes as an echo: %s", (_name, prompt, value) => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, ...prompt),
      userChunk(value, { messageId: "u1" }),
    );
    expect([...session(store).messages.values()].map(({ content }) => content)).toEqual([prompt]);
  });

  it("adds a message when the full prompt follows a partial echo", () => {
    const again = userChunk("See a.ts", { messageId: "u2" });
    const store = storeAfterFrames(1, promptFrame(0, text("See "), link), userChunk("See"), again);
    expect(messageLines(store)).toEqual(["user #1: See |resource_link", "user u2: See a.ts"]);
  });

  it.each([
    [
      "with the image before",
      [image("aGk="), text("Fix it")],
      ["Fix", " that"],
      [image("aGk="), text("Fix that")],
    ],
    [
      "with the image after",
      [text("Fix it"), image("aGk=")],
      ["Fix it", " now"],
      [text("Fix it"), image("aGk="), text(" now")],
    ],
    [
      "without the texts that were not echoed",
      [text("Fix"), text(" it"), text(" now")],
      ["Fix it", " or"],
      [text("Fix"), text(" it or")],
    ],
  ])("is replaced by the rewritten message, %s", (_name, prompt, values, expected) => {
    const frames = values.map((value) => userChunk(value, { messageId: "u1" }));
    const store = storeAfterFrames(1, promptFrame(0, ...prompt), ...frames);
    const contents = [...session(store).messages.values()].map(({ content }) => content);
    expect(contents).toEqual([expected]);
  });

  it("stays complete when the agent reuses the id of its echo", () => {
    const id = { messageId: "u1" };
    const agent = (value: string) => messageChunk("agent", text(value), id);
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("Fix it")),
      userChunk("Fix", id),
      agent("I"),
      agent(" do"),
    );
    expect(messageLines(store)).toEqual(["user u1: Fix it", "agent u1: I do"]);
  });

  it("adds a message when the id changes", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("aa")),
      userChunk("a", { messageId: "u1" }),
      userChunk("a", { messageId: "u2" }),
    );
    expect(messageLines(store)).toEqual(["user u1: aa", "user u2: a"]);
  });

  it("keeps the generated id if the echo has none", () => {
    const store = storeAfterFrames(1, promptFrame(0, text("Fix it")), userChunk("Fix"));
    expect(messageLines(store)).toEqual(["user #1: Fix it"]);
    expect(echoes(store)).toStrictEqual([{ length: 3 }]);
  });

  it("is extended when the echo continues differently without an id", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("Fix it")),
      userChunk("Fix"),
      userChunk(" that"),
    );
    expect(messageLines(store)).toEqual(["user #1: Fix it that"]);
  });

  it("takes the id of its echo", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("Fix it")),
      userChunk("Fix", { messageId: "u1" }),
    );
    expect(messageLines(store)).toEqual(["user u1: Fix it"]);
    expect(echoes(store)).toStrictEqual([{ messageId: "u1", length: 3 }]);
  });
});

describe("text that is not an echo", () => {
  it("is added in a turn without a prompt", () => {
    const store = storeAfterFrames(1, promptFrame(0), userChunk("Hi"));
    expect(messageLines(store)).toEqual(["user #1: Hi"]);
  });

  it("is added for the agent even if the text is the same", () => {
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("Hi")),
      messageChunk("agent", text("Hi")),
    );
    expect(messageLines(store)).toEqual(["user #1: Hi", "agent #2: Hi"]);
  });

  it("is added for the agent even if the id is the same", () => {
    const id = { messageId: "m" };
    const store = storeAfterFrames(
      1,
      promptFrame(0, text("Hi")),
      userChunk("Hi", id),
      messageChunk("agent", text("Yo"), id),
    );
    expect(messageLines(store)).toEqual(["user m: Hi", "agent m: Yo"]);
  });
});
