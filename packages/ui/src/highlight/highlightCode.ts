import { createLowlight } from "lowlight";
import { MAX_CODE_CHARACTERS } from "../content/CodeText.js";
import type { CodeLine, CodeToken, CodeTokenKind } from "../context/slots.js";
import { LANGUAGES } from "./languages.js";

const lowlight = /* @__PURE__ */ createLowlight();
/** The languages whose grammars are loaded, with those that are embedded in them. */
const ready = /* @__PURE__ */ new Set<string>();

/** Returns whether the grammar of a language is loaded. */
export function isLanguageLoaded(language: string): boolean {
  return ready.has(language);
}

/** Loads the grammar of a language. Rejects if that fails; the next call tries again. */
export async function loadLanguage(language: string): Promise<void> {
  const names = [language, ...(LANGUAGES[language]?.embeds ?? [])];
  await Promise.all(names.map(registerLanguage));
  ready.add(language);
}

async function registerLanguage(name: string): Promise<void> {
  const grammar = await LANGUAGES[name]?.load();
  if (grammar !== undefined && !lowlight.registered(name)) lowlight.register(name, grammar.default);
}

/**
 * Splits code into lines of tokens. Returns `undefined` for very long code, for very long lines, and
 * for code that the grammar cannot process. The grammar must be loaded.
 */
export function highlightCode(code: string, language: string): readonly CodeLine[] | undefined {
  if (code.length > MAX_CODE_CHARACTERS || hasUnusualLines(code)) return undefined;
  try {
    const lines: CodeToken[][] = [[]];
    appendTokens(lines, lowlight.highlight(language, code, { prefix: "" }), undefined);
    return lines;
  } catch {
    return undefined;
  }
}

/** In a longer line, and between so many lines, the grammars look for the end of a token for seconds. */
const MAX_LINE_CHARACTERS = 1_000;
const MAX_LINES = 2_000;

/** Returns whether code has lines that nobody writes, such as those of a minified file. */
function hasUnusualLines(code: string): boolean {
  const lines = code.split("\n");
  return lines.length > MAX_LINES || lines.some(({ length }) => length > MAX_LINE_CHARACTERS);
}

type SyntaxNode =
  | ReturnType<typeof lowlight.highlight>
  | ReturnType<typeof lowlight.highlight>["children"][number];

function appendTokens(
  lines: CodeToken[][],
  node: SyntaxNode,
  kind: CodeTokenKind | undefined,
): void {
  if (node.type === "text") {
    for (const [index, text] of node.value.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") appendToken(lines.at(-1) ?? [], text, kind);
    }
  } else if (node.type === "element" || node.type === "root") {
    const inner = node.type === "element" ? getKind(node.properties["className"], kind) : kind;
    for (const child of node.children) appendTokens(lines, child, inner);
  }
}

/** Appends a token to a line, merging it with the previous one if both have the same kind. */
function appendToken(line: CodeToken[], text: string, kind: CodeTokenKind | undefined): void {
  const last = line.at(-1);
  if (last !== undefined && last.kind === kind)
    line[line.length - 1] = { ...last, text: last.text + text };
  else line.push(kind === undefined ? { text } : { text, kind });
}

/** The kinds of tokens, by the scopes of the grammars. Other tokens have the kind around them. */
const KINDS: ReadonlyMap<string, CodeTokenKind | undefined> = /* @__PURE__ */ new Map([
  ["addition", "added"],
  ["attr", "type"],
  ["attribute", "type"],
  ["built_in", "type"],
  ["bullet", "number"],
  ["code", "string"],
  ["comment", "comment"],
  ["deletion", "removed"],
  ["keyword", "keyword"],
  ["link", "string"],
  ["literal", "number"],
  ["meta", "keyword"],
  ["name", "keyword"],
  ["number", "number"],
  ["quote", "comment"],
  ["regexp", "string"],
  ["section", "title"],
  ["selector-class", "title"],
  ["selector-id", "title"],
  ["selector-tag", "keyword"],
  ["string", "string"],
  // The expressions in a string.
  ["subst", undefined],
  ["symbol", "number"],
  ["template-variable", "type"],
  ["title", "title"],
  ["title.class_", "type"],
  ["type", "type"],
  ["variable.language_", "keyword"],
]);

function getKind(scope: unknown, outer: CodeTokenKind | undefined): CodeTokenKind | undefined {
  if (!Array.isArray(scope)) return outer;
  const [first, second] = scope.map(String);
  const name = [`${first}.${second}`, `${first}`].find((candidate) => KINDS.has(candidate));
  return name === undefined ? outer : KINDS.get(name);
}
