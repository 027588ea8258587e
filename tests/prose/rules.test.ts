import { describe, expect, it } from "vitest";
import { problemsOfSentence, problemsOfTestName, sentencesOf } from "../../scripts/prose/rules.mjs";
import { textsOf } from "../../scripts/prose/texts.mjs";

describe("the rules for sentences", () => {
  it.each([
    "What answers the agent's requests.",
    "Who wants to write uses `watch`.",
    "Of two states, the second takes a copy.",
    "How far a plan is.",
    "Ends the connection for good.",
    "The session is loaded anew.",
    "Sessions of earlier are listed.",
    "Listeners hear of changes.",
    "A value is no JSON object.",
    "Returns whether a value is an object and no list.",
    "Each tab has a page of its own.",
    "Calls a listener when a tab ends to be the owner.",
    "No response can arrive any more.",
    "Sets the speed, also while playing.",
    "It is plain text, whatever its structure.",
    "Compares it with the transcript that is there.",
    "An unknown value is shown as it is.",
    "The queue goes on.",
  ])("flags %j", (sentence) => {
    expect(problemsOfSentence(sentence)).not.toEqual([]);
  });

  it.each([
    "Handles requests from the agent.",
    "Returns the number of bytes dropped from the start of the output.",
    "What would you like to work on?",
    "Closes the connection permanently.",
    "There is no connection, so the session is no longer open.",
    "It affects only the requests of its own turn.",
    "It replaces whatever earlier responses contained.",
    "It is as fast as it is small.",
  ])("accepts %j", (sentence) => {
    expect(problemsOfSentence(sentence)).toEqual([]);
  });

  it("splits a text into sentences", () => {
    expect(sentencesOf("Reads `a. B`. Throws\nan error.")).toEqual([
      "Reads `code`.",
      "Throws an error.",
    ]);
  });
});

describe("the rules for test names", () => {
  it.each(["a snapshot", "of an unknown session is nothing", "works", "$name"])(
    "flags %j",
    (name) => {
      expect(problemsOfTestName(name)).not.toEqual([]);
    },
  );

  it.each([
    "keeps a pending permission when its tool call fails",
    "does not call a listener that was removed",
    "never throws for a message of the agent",
    "can be answered after a restart",
  ])("accepts %j", (name) => {
    expect(problemsOfTestName(name)).toEqual([]);
  });
});

describe("textsOf", () => {
  it("finds comments, strings and JSX texts of a source file", () => {
    const source = `
      /** Returns one. \`a\` */
      export const one = () => <p>Choose a bar to see more</p>; // Explains why.
      throw new Error("[acp-store] Pass the id of a session.");
    `;
    expect(textsOf("src/one.tsx", source)).toEqual([
      {
        kind: "comment",
        line: 2,
        text: "Returns one. `a`",
        end: expect.any(Number),
        type: "Block",
      },
      { kind: "comment", line: 3, text: "Explains why.", end: expect.any(Number), type: "Line" },
      { kind: "string", line: 3, text: "Choose a bar to see more" },
      { kind: "string", line: 4, text: "[acp-store] Pass the id of a session." },
    ]);
  });

  it("finds the names of tests, also of tables", () => {
    const source = 'it("keeps a", run);\nit.each([1])("accepts %s", run);';
    expect(textsOf("tests/one.test.ts", source)).toEqual([
      { kind: "test name", line: 1, text: "keeps a" },
      { kind: "test name", line: 2, text: "accepts %s" },
    ]);
  });

  it("reads the paragraphs, lists and tables of a page, and no code", () => {
    const page = "# What it is\n\nOne\ntwo.\n\n- three\n\n```ts\nWho\n```\n\n| a | b |\n";
    expect(textsOf("docs/page.md", page).map(({ text }) => text)).toEqual([
      "One two.",
      "three",
      "a; b",
    ]);
  });
});
