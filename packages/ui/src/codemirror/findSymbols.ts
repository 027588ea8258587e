import { ensureSyntaxTree, language, syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { getStyleTags, type Tag, tagHighlighter, tags } from "@lezer/highlight";
import { nextTask } from "../mentions/nextTask.js";

/** A declaration or a heading in a file. */
export interface FileSymbol {
  readonly name: string;
  /** The name after that of the symbol around it, such as `Cart.total`. */
  readonly text: string;
  /** The positions in the document. Whole lines. */
  readonly from: number;
  readonly to: number;
  /** The lines, counted from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** A key waits for the parser this long. */
const PARSE_MS = 20;
/** After a second of work, the symbols are those of the lines so far. The next search continues. */
const MAX_PARSES = 50;
const MAX_SYMBOLS = 5000;
/** Nobody recognizes a symbol by a longer name. */
const MAX_SYMBOL_LENGTH = 100;
const MAX_CHILDREN = 100;

/** The nodes of the Lezer grammars that are symbols. */
const SYMBOLS = {
  declaration: `
    FunctionDeclaration FunctionDefinition FunctionDecl FunctionItem MacroDefinition
    MethodDeclaration MethodDecl MethodElem MethodType ConstructorDeclaration
    ClassDeclaration ClassDefinition StructItem UnionItem RecordDeclaration
    InterfaceDeclaration TraitDeclaration TraitItem EnumDeclaration EnumItem
    TypeAliasDeclaration TypeItem TypeSpec NamespaceDeclaration NamespaceDefinition ModItem Pair`,
  /** A declaration if it has members, and otherwise the name of a type. */
  specifier: "ClassSpecifier StructSpecifier UnionSpecifier EnumSpecifier",
  variable: "VariableDeclaration ConstItem StaticItem ConstSpec VarSpec",
  property: "Property",
  heading: `ATXHeading1 ATXHeading2 ATXHeading3 ATXHeading4 ATXHeading5 ATXHeading6
    SetextHeading1 SetextHeading2`,
} as const;

type SymbolKind = keyof typeof SYMBOLS;

const kindOf: ReadonlyMap<string, SymbolKind> = new Map(
  (["declaration", "specifier", "variable", "property", "heading"] as const).flatMap((kind) =>
    SYMBOLS[kind].split(/\s+/).map((node): [string, SymbolKind] => [node, kind]),
  ),
);

/** Nodes between a declaration and its name. */
const WRAPPER =
  /^(?:FunctionDeclarator|PointerDeclarator|ReferenceDeclarator|ScopedIdentifier|Key)$/;
/** The parts of a property of JavaScript whose value is a function. */
const FUNCTION = /^(?:ParamList|ArrowFunction|FunctionExpression)$/;
/** Code in Markdown is an example. */
const EXAMPLE = /^(?:FencedCode|CodeBlock)$/;

/** The names that the grammars mark as definitions, and all names. */
const definitions = tagHighlighter([{ tag: tags.definition(tags.name), class: "definition" }]);
const names = tagHighlighter([{ tag: tags.name, class: "name" }]);

/** The symbols of a tree stay the same while the user types a mention. */
const found = new WeakMap<Tree, readonly FileSymbol[]>();

/**
 * Resolves with the symbols of a document in the order of their lines. Variables in functions are left out. It lets the page
 * handle keys meanwhile. After the signal is aborted, it resolves with none.
 */
export async function findSymbols(
  state: EditorState,
  signal: AbortSignal,
): Promise<readonly FileSymbol[]> {
  const tree = await parse(state, signal);
  if (signal.aborted) return [];
  const symbols = found.get(tree) ?? walkTree(tree, state);
  found.set(tree, symbols);
  return symbols;
}

async function parse(state: EditorState, signal: AbortSignal): Promise<Tree> {
  // Without a language, nothing is parsed.
  if (state.facet(language) === null) return syntaxTree(state);
  for (let count = 0; count < MAX_PARSES && !signal.aborted; count += 1) {
    const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS);
    if (tree !== null) return tree;
    await nextTask();
  }
  return syntaxTree(state);
}

function walkTree(tree: Tree, { doc }: EditorState): readonly FileSymbol[] {
  const symbols: FileSymbol[] = [];
  /** The declarations around the current node, and the ends of their nodes. */
  const around: { readonly text: string; readonly end: number }[] = [];
  /** The headings whose sections have not ended. */
  const sections: { readonly level: number; readonly index: number }[] = [];
  let blocks = 0;

  function addDeclaration(node: SyntaxNode, kind: SymbolKind): void {
    const name = clip(readName(node, kind, doc));
    if (name === "") return;
    while ((around.at(-1)?.end ?? Infinity) <= node.from) around.pop();
    const path = [around.at(-1)?.text, name].filter(Boolean).join(".");
    const text = path.length > MAX_SYMBOL_LENGTH ? name : path;
    around.push({ text, end: node.to });
    symbols.push({ name, text, ...findLines(node, doc) });
  }

  function addHeading(node: SyntaxNode): void {
    const name = clip(readHeading(node, doc));
    const level = Number(node.name.slice(-1));
    const lines = findLines(node, doc);
    endSections(level, lines.firstLine - 1);
    if (name === "") return;
    sections.push({ level, index: symbols.length });
    symbols.push({ name, text: name, ...lines });
  }

  /** Ends the sections that a heading of a level does not belong to. */
  function endSections(level: number, before: number): void {
    while ((sections.at(-1)?.level ?? 0) >= level) {
      const { index = 0 } = sections.pop() ?? {};
      const symbol = symbols[index];
      if (symbol === undefined) return;
      let last = before;
      while (last > symbol.lastLine && doc.line(last).length === 0) last -= 1;
      symbols[index] = { ...symbol, to: doc.line(last).to, lastLine: last };
    }
  }

  tree.iterate({
    enter({ name, node }) {
      if (EXAMPLE.test(name) || symbols.length >= MAX_SYMBOLS) return false;
      if (name === "Block") blocks += 1;
      const kind = kindOf.get(name);
      if (kind === "heading") addHeading(node);
      else if (kind !== undefined && (kind !== "variable" || blocks === 0))
        addDeclaration(node, kind);
      return true;
    },
    leave({ name }) {
      if (name === "Block") blocks -= 1;
    },
  });
  endSections(1, doc.lines);
  return symbols;
}

function clip(name: string): string {
  return Array.from(name.slice(0, 2 * MAX_SYMBOL_LENGTH))
    .slice(0, MAX_SYMBOL_LENGTH)
    .join("");
}

/** Returns the text of a heading without its marks. */
function readHeading(node: SyntaxNode, doc: Text): string {
  const marks = node.getChildren("HeaderMark");
  const opening = marks.find(({ from }) => from === node.from);
  const closing = marks.findLast((mark) => mark !== opening);
  const text = doc.sliceString(opening?.to ?? node.from, closing?.from ?? node.to);
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the name of a declaration, or an empty text if it is none. */
function readName(node: SyntaxNode, kind: SymbolKind, doc: Text): string {
  const children = listChildren(node);
  if (kind === "specifier" && !children.some(({ name }) => name.endsWith("List"))) return "";
  if (kind === "property" && !isKeyOrMethod(children)) return "";
  const candidates = listNames(children);
  const name = candidates.find((each) => definitions.style(tagsOf(each)) !== null) ?? candidates[0];
  return name === undefined ? "" : doc.sliceString(name.from, name.to).replace(/^["']|["']$/g, "");
}

/** A property of JSON has another kind of name than one of JavaScript. */
function isKeyOrMethod(children: readonly SyntaxNode[]): boolean {
  return children[0]?.name === "PropertyName" || children.some(({ name }) => FUNCTION.test(name));
}

function listChildren(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    children.push(child);
    if (children.length === MAX_CHILDREN) break;
  }
  return children;
}

/** Returns the nodes that may be the name. In languages of the C family, the type is before the declarator that has the name. */
function listNames(children: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const wrapper = children.find(({ name }) => WRAPPER.test(name));
  if (wrapper !== undefined) return listNames(listChildren(wrapper));
  return children.filter((child) => /^\w/.test(child.name) && names.style(tagsOf(child)) !== null);
}

function tagsOf(node: SyntaxNode): readonly Tag[] {
  return getStyleTags(node)?.tags ?? [];
}

/** Returns the whole lines of a node. */
function findLines({ from, to }: SyntaxNode, doc: Text): Omit<FileSymbol, "name" | "text"> {
  const first = doc.lineAt(from);
  const end = doc.lineAt(to);
  // The nodes of Python contain the line break after them.
  const last = end.from === to && to > first.to ? doc.line(end.number - 1) : end;
  return { from: first.from, to: last.to, firstLine: first.number, lastLine: last.number };
}
