import { getPromptSupport, toPromptBlock } from "@acp-store/core/actions";
import { createAcpStore } from "@acp-store/core";
import { symbolMentions } from "@acp-store/ui/codemirror";
import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";

const SESSION = { sessionId: "s1", cwd: "/p" };
const { signal } = new AbortController();
const CART = ["class Cart {", "  total() {", "    return 1;", "  }", "}", "function add() {}"];

async function createState(lines: readonly string[], path = "a.ts"): Promise<EditorState> {
  const language = await LanguageDescription.matchFilename(languages, path)?.load();
  return EditorState.create({ doc: lines.join("\n"), extensions: language ?? [] });
}

describe("mentions of symbols", () => {
  it("finds a symbol with its path and lines", async () => {
    const state = await createState(CART);
    const source = symbolMentions(() => ({ path: "src/my cart.ts", state }));
    const found = await source.search("tot", SESSION, signal);
    expect(found).toEqual([
      {
        uri: "file:///p/src/my%20cart.ts#L2-L4",
        kind: "symbol",
        label: "total",
        text: "Cart.total",
        detail: "my cart.ts:2",
      },
    ]);
  });

  it("reads the text of the lines that were found, even if the editor has changed", async () => {
    let state = await createState(CART);
    const source = symbolMentions(() => ({ path: "/p/cart.ts", state }));
    const [mention] = await source.search("total", SESSION, signal);
    if (mention === undefined) throw new Error("The symbol was not found.");
    state = state.update({ changes: { from: 0, to: 10, insert: "" } }).state;
    const text = "  total() {\n    return 1;\n  }";
    expect(await source.read(mention, SESSION, signal)).toEqual({ text });
  });

  it("is embedded if the agent accepts this, and otherwise a link with the lines", async () => {
    const state = await createState(CART);
    const source = symbolMentions(() => ({ path: "cart.ts", state }));
    const [mention] = await source.search("add", SESSION, signal);
    if (mention === undefined) throw new Error("The symbol was not found.");
    const content = {
      ...{ name: mention.label, uri: mention.uri },
      ...(await source.read(mention, SESSION, signal)),
    };
    const uri = "file:///p/cart.ts#L6-L6";
    const text = "function add() {}";
    expect(toPromptBlock(content, { images: false, embedded: true })).toEqual({
      block: { type: "resource", resource: { uri, mimeType: "text/plain", text } },
      size: text.length,
    });
    const support = getPromptSupport(createAcpStore().getState().agent);
    expect(toPromptBlock(content, support)).toMatchObject({
      block: { type: "resource_link", uri, name: "add" },
    });
  });

  it("finds nothing if no file is open, and at most ten symbols", async () => {
    expect(await symbolMentions(() => undefined).search("", SESSION, signal)).toEqual([]);
    const state = await createState(Array.from({ length: 20 }, (_, at) => `function f${at}() {}`));
    const found = await symbolMentions(() => ({ path: "a.ts", state })).search("", SESSION, signal);
    expect(found.map(({ label }) => label)).toEqual(
      Array.from({ length: 10 }, (_, at) => `f${at}`),
    );
  });

  it("finds the last symbol of a file with 5,000 lines", async () => {
    const lines = Array.from({ length: 1250 }, (_, at) => [
      ...[`export function number${at}(value: number): number {`, "  const next = value + 1;"],
      ...["  return next;", "}"],
    ]).flat();
    const state = await createState(lines);
    const source = symbolMentions(() => ({ path: "long.ts", state }));
    const [mention] = await source.search("number1249", SESSION, signal);
    expect(mention?.uri).toBe("file:///p/long.ts#L4997-L5000");
  });
});
