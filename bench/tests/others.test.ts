import { describe, expect, it } from "vitest";
import { acp } from "../src/others/acp.js";
import { agUi } from "../src/others/agUi.js";
import { aiSdk } from "../src/others/aiSdk.js";
import { storyCalls, storyPieces } from "../src/others/story.js";

const size = { scale: 1, seed: 1 };
const pieces = storyPieces(50, size);
const calls = storyCalls(20, size);

describe.each([acp, aiSdk, agUi])("the story in $name", (dialect) => {
  it("has the same text in the end, for the client and the floor", async () => {
    const lines = dialect.textLines(pieces);
    const expected = { text: pieces.join(""), outputs: new Map() };
    expect(dialect.runFloor(lines)).toEqual(expected);
    expect(await dialect.runClient(lines)).toEqual(expected);
  });

  it("has the same tool calls in the end, in 8 events each", async () => {
    const lines = dialect.toolLines(calls);
    const outputs = new Map(calls.map(({ id, output }) => [id, output]));
    expect(lines).toHaveLength(calls.length * 8);
    expect(dialect.runFloor(lines)).toEqual({ text: "", outputs });
    expect(await dialect.runClient(lines)).toEqual({ text: "", outputs });
  });
});
