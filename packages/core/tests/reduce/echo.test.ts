import { describe, expect, it } from "vitest";
import { observed, sent, updated } from "../support/frames.js";
import { session, text, type TrackedStore } from "../support/trackedStore.js";

const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });
const link = { type: "resource_link", uri: "file:///a.ts", name: "a.ts" };
const file = { type: "resource", resource: { uri: "file:///a/b.ts", text: "let b;" } };
const asked = (id: number, ...prompt: object[]) =>
  sent({ id, method: "session/prompt", params: { sessionId: "s1", prompt } });
const said = (role: string, content: object, extra: object = {}) =>
  updated({ sessionUpdate: `${role}_message_chunk`, content, ...extra });
const user = (value: string, extra?: object) => said("user", text(value), extra);
const shown = (store: TrackedStore) =>
  [...session(store).messages.values()].map(
    ({ role, messageId, content }) =>
      `${role} ${messageId}: ${content
        .map((block) => ("text" in block ? String(block.text) : block.type))
        .join("|")}`,
  );
const echoes = (store: TrackedStore) => [...session(store).turns.values()].map(({ echo }) => echo);

describe("the prompt of a user", () => {
  it.each([
    ["in pieces of its own", [text("Fix"), text(" it")], [text("Fix it")]],
    ["cut elsewhere", [text("Fix"), text(" it")], [text("F"), text("ix it")]],
    ["with an image", [text("See"), image("aGk=")], [text("See"), image("aGk=")]],
    ["after an image", [image("aGk="), text("See")], [image("aGk="), text("See")]],
    ["beside something unknown", [{ type: "_note", text: "n" }, text("See")], [text("See")]],
  ])("adds no second message when it is echoed %s", (_name, prompt, echo) => {
    const store = observed(1, asked(0, ...prompt), ...echo.map((block) => said("user", block)));
    expect(session(store).messages.size).toBe(1);
    expect([...session(store).messages.values()][0]?.content).toEqual(prompt);
  });

  it("adds a message when the image differs", () => {
    const store = observed(1, asked(0, text("See"), image("aGk=")), said("user", image("eW8=")));
    const contents = [...session(store).messages.values()].flatMap(({ content }) => content);
    expect(contents).toContainEqual(image("eW8="));
  });

  it("recognizes the echo of the second prompt", () => {
    const store = observed(1, asked(0, text("A")), asked(1, text("B")), user("B"), user("A"));
    expect(shown(store)).toEqual(["user #1: A", "user #2: B"]);
  });

  it.each([
    ["white space alone", [text("Fix it")], " "],
    ["itself and more of it", [text("Fix it")], "Fix it, I said: Fix it"],
    ["other words about a link", [text("See"), link], "Not a.ts"],
    ["words before a link and its own", [text("See"), link], "I said: See a.ts"],
    ["other words about a file", [text("See"), file], "See c.ts"],
    ["words after a link and its own", [text("See "), link, text(" now")], "See a.ts now, please"],
    ["its resources the other way round", [link, file], "b.ts and a.ts"],
    ["words about a link without a name", [text("See"), { ...link, name: "" }], "See this"],
    ["one of two resources that are the same", [link, link], "a.ts"],
  ])("does not recognize as an echo: %s", (_name, prompt, value) => {
    const store = observed(1, asked(0, ...prompt), user(value, { messageId: "u1" }));
    expect(session(store).messages.size).toBe(2);
  });

  it.each(["See b.ts now", "See file:///a/b.ts now", "See [b.ts](file:///a/b.ts)\n now"])(
    "recognizes as an echo of a file: %j",
    (value) => {
      const prompt = [text("See "), file, text(" now")];
      const store = observed(1, asked(0, ...prompt), user(value));
      const contents = [...session(store).messages.values()].map(({ content }) => content);
      expect(contents).toEqual([prompt]);
    },
  );

  const named = { ...link, name: "the file" };

  it.each([
    ["its resources by name and by address", [link, file], "a.ts, b.ts (first: file:///a.ts)"],
    ["the name of a link alone", [text("See "), named], "See the file"],
  ])("recognizes as an echo: %s", (_name, prompt, value) => {
    const store = observed(1, asked(0, ...prompt), user(value, { messageId: "u1" }));
    expect([...session(store).messages.values()].map(({ content }) => content)).toEqual([prompt]);
  });

  it("adds a message when it is retold after a partial echo", () => {
    const again = user("See a.ts", { messageId: "u2" });
    const store = observed(1, asked(0, text("See "), link), user("See"), again);
    expect(shown(store)).toEqual(["user #1: See |resource_link", "user u2: See a.ts"]);
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
      "without the texts that did not come",
      [text("Fix"), text(" it"), text(" now")],
      ["Fix it", " or"],
      [text("Fix"), text(" it or")],
    ],
  ])("becomes the rewritten message %s", (_name, prompt, values, expected) => {
    const frames = values.map((value) => user(value, { messageId: "u1" }));
    const store = observed(1, asked(0, ...prompt), ...frames);
    const contents = [...session(store).messages.values()].map(({ content }) => content);
    expect(contents).toEqual([expected]);
  });

  it("stays complete when the agent uses the id of its echo", () => {
    const id = { messageId: "u1" };
    const agent = (value: string) => said("agent", text(value), id);
    const store = observed(1, asked(0, text("Fix it")), user("Fix", id), agent("I"), agent(" do"));
    expect(shown(store)).toEqual(["user u1: Fix it", "agent u1: I do"]);
  });

  it("adds a message for another id", () => {
    const store = observed(
      1,
      asked(0, text("aa")),
      user("a", { messageId: "u1" }),
      user("a", { messageId: "u2" }),
    );
    expect(shown(store)).toEqual(["user u1: aa", "user u2: a"]);
  });

  it("keeps the made-up id if the echo has none", () => {
    const store = observed(1, asked(0, text("Fix it")), user("Fix"));
    expect(shown(store)).toEqual(["user #1: Fix it"]);
    expect(echoes(store)).toStrictEqual([{ length: 3 }]);
  });

  it("stays complete when other text without an id follows the echo", () => {
    const store = observed(1, asked(0, text("Fix it")), user("Fix"), user(" that"));
    expect(shown(store)).toEqual(["user #1: Fix it that"]);
  });

  it("takes the id of its echo", () => {
    const store = observed(1, asked(0, text("Fix it")), user("Fix", { messageId: "u1" }));
    expect(shown(store)).toEqual(["user u1: Fix it"]);
    expect(echoes(store)).toStrictEqual([{ messageId: "u1", length: 3 }]);
  });
});

describe("text that is no echo", () => {
  it("is added in a turn without a prompt", () => {
    const store = observed(1, asked(0), user("Hi"));
    expect(shown(store)).toEqual(["user #1: Hi"]);
  });

  it("is added for the agent even if the text is the same", () => {
    const store = observed(1, asked(0, text("Hi")), said("agent", text("Hi")));
    expect(shown(store)).toEqual(["user #1: Hi", "agent #2: Hi"]);
  });

  it("is added for the agent even if the id is the same", () => {
    const id = { messageId: "m" };
    const store = observed(1, asked(0, text("Hi")), user("Hi", id), said("agent", text("Yo"), id));
    expect(shown(store)).toEqual(["user m: Hi", "agent m: Yo"]);
  });
});
