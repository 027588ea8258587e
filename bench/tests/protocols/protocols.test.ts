import { describe, expect, it } from "vitest";
import { acpAdapter } from "../../src/protocols/acpAdapter.js";
import { agUiAdapter } from "../../src/protocols/agUiAdapter.js";
import { aiSdkAdapter } from "../../src/protocols/aiSdkAdapter.js";
import { createSampleToolCalls, createTextChunks } from "../../src/protocols/sampleConversation.js";

const size = { scale: 1, seed: 1 };
const chunks = createTextChunks(50, size);
const calls = createSampleToolCalls(20, size);

describe.each([acpAdapter, aiSdkAdapter, agUiAdapter])("the adapter for $name", (adapter) => {
  it("produces the same text with the client and the baseline", async () => {
    const lines = adapter.createTextLines(chunks);
    const expected = { text: chunks.join(""), outputs: new Map() };
    expect(adapter.runBaseline(lines)).toEqual(expected);
    expect(await adapter.runClient(lines)).toEqual(expected);
  });

  it("produces the same tool calls with the client and the baseline, from 8 events each", async () => {
    const lines = adapter.createToolCallLines(calls);
    const outputs = new Map(calls.map(({ id, output }) => [id, output]));
    expect(lines).toHaveLength(calls.length * 8);
    expect(adapter.runBaseline(lines)).toEqual({ text: "", outputs });
    expect(await adapter.runClient(lines)).toEqual({ text: "", outputs });
  });
});
