import { LanguageDescription } from "@codemirror/language";
import { languages } from "@codemirror/language-data";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { findSymbols } from "../../src/codemirror/findSymbols.js";

/** Returns the state of an editor with the language of a file. */
async function openFile(path: string, lines: readonly string[]): Promise<EditorState> {
  const language = LanguageDescription.matchFilename(languages, path);
  if (language === null) throw new Error(`No language for ${path}`);
  return EditorState.create({ doc: lines.join("\n"), extensions: await language.load() });
}

/** Returns each symbol with its lines, such as `Cart.total 2-4`. */
async function listSymbols(path: string, ...lines: readonly string[]): Promise<readonly string[]> {
  const symbols = await findSymbols(await openFile(path, lines), signal);
  return symbols.map(({ text, firstLine, lastLine }) => `${text} ${firstLine}-${lastLine}`);
}

const { signal } = new AbortController();

describe("symbols of a file", () => {
  it("finds functions, classes, methods, types and constants of TypeScript", async () => {
    const symbols = await listSymbols(
      "a.ts",
      "import { b } from 'b';",
      "export const LIMIT = 1;",
      "export const double = (x: number) => {",
      "  const inner = x;",
      "  return inner + x;",
      "};",
      "/** Adds. */",
      "export async function add(a: number, { c }: C) {",
      "  const local = a;",
      "  function nested() {}",
      "  return { size: 1, get() { return local; }, later: () => c };",
      "}",
      "abstract class Cart<T> extends Base {",
      "  field = 1;",
      "  #count(): void {",
      "  }",
      "  static of() {}",
      "}",
      "interface Shape { side: number; area(): number }",
      "type Name = string;",
      "enum Color { Red }",
      "namespace N { export function f() {} }",
      "export default function () {}",
    );
    expect(symbols).toEqual([
      ...["LIMIT 2-2", "double 3-6", "add 8-12", "add.nested 10-10", "add.get 11-11"],
      ...["add.later 11-11", "Cart 13-18", "Cart.#count 15-16", "Cart.of 17-17", "Shape 19-19"],
      ...["Shape.area 19-19", "Name 20-20", "Color 21-21", "N 22-22", "N.f 22-22"],
    ]);
  });

  it("finds functions, classes and methods of Python", async () => {
    const symbols = await listSymbols(
      "a.py",
      "import os",
      "def total(prices, count=1):",
      "  result = 2",
      "  return result",
      "",
      "class Cart(Base):",
      "  size: int = 3",
      "  async def add(self):",
      "    self.size = 1",
    );
    expect(symbols).toEqual(["total 2-4", "Cart 6-9", "Cart.add 8-9"]);
  });

  it("finds functions, types, traits, constants and macros of Rust", async () => {
    const symbols = await listSymbols(
      "a.rs",
      "use std::fmt;",
      "pub struct Cart<T> { items: T }",
      "enum Kind { A, B }",
      "trait Sum { fn sum(&self) -> i32; }",
      "impl Sum for Cart {",
      "  fn sum(&self) -> i32 { let x = 1; const LOCAL: i32 = 2; x }",
      "}",
      "const LIMIT: i32 = 1;",
      "type Alias = Cart;",
      "macro_rules! twice { () => {} }",
    );
    expect(symbols).toEqual([
      ...["Cart 2-2", "Kind 3-3", "Sum 4-4", "Sum.sum 4-4", "sum 6-6", "LIMIT 8-8"],
      ...["Alias 9-9", "twice 10-10"],
    ]);
  });

  it("finds functions, methods, types and constants of Go", async () => {
    const symbols = await listSymbols(
      "a.go",
      "package cart",
      "type Cart struct { Size int; name string }",
      "type Summer interface { Sum() int }",
      "const Limit = 1",
      "var state = 2",
      "func Add(a int) int {",
      "  local := a",
      "  var other = local",
      "  return other",
      "}",
      "func (cart *Cart) Sum() int { return 0 }",
    );
    expect(symbols).toEqual([
      ...["Cart 2-2", "Summer 3-3", "Summer.Sum 3-3", "Limit 4-4", "state 5-5", "Add 6-10"],
      "Sum 11-11",
    ]);
  });

  it("finds functions and types of C++, and no types that are only used", async () => {
    const symbols = await listSymbols(
      "a.cpp",
      "namespace shop { class Cart { int size; Cart(); }; }",
      "int shop::Cart::total() { int local; return 1; }",
      "struct Item { int price; };",
      "static struct Item *first(void) { return 0; }",
      "enum Color { Red };",
    );
    expect(symbols).toEqual([
      ...["shop 1-1", "shop.Cart 1-1", "total 2-2", "Item 3-3", "first 4-4", "Color 5-5"],
    ]);
  });

  it("finds classes and methods of Java and PHP by their names, and not by their types", async () => {
    const java = ["class Cart {", "  int size;", "  int total(int a) { int b; }", "}"];
    expect(await listSymbols("Cart.java", ...java)).toEqual(["Cart 1-4", "Cart.total 3-3"]);
    const php = ["<?php", "class Cart {", "  function total(int $a) {}", "}"];
    expect(await listSymbols("cart.php", ...php)).toEqual(["Cart 2-4", "Cart.total 3-3"]);
  });

  it("finds the keys of JSON and YAML", async () => {
    const json = [
      "{",
      '  "scripts": {',
      '    "build": "tsc"',
      "  },",
      '  "files": [{"a": 1}]',
      "}",
    ];
    const keys = ["scripts 2-4", "scripts.build 3-3", "files 5-5", "files.a 5-5"];
    expect(await listSymbols("package.json", ...json)).toEqual(keys);
    expect(await listSymbols("a.yaml", "on:", "  push: 1", "'jobs': []")).toEqual([
      ...["on 1-2", "on.push 2-2", "jobs 3-3"],
    ]);
  });

  it("finds the headings of Markdown with their sections, and nothing in blocks of code", async () => {
    const symbols = await listSymbols(
      "README.md",
      "# The *cart* #",
      "Text",
      "## Install",
      "```ts",
      "function example() {}",
      "```",
      "### With npm",
      "## Usage",
      "Text",
      "",
      "License",
      "=======",
      "Apache",
    );
    expect(symbols).toEqual([
      ...["The *cart* 1-9", "Install 3-7", "With npm 7-7", "Usage 8-9", "License 11-13"],
    ]);
  });

  it("finds functions in the scripts of HTML", async () => {
    const lines = ["<h1 id='a'>A</h1>", "<script>", "function start() {", "}", "</script>"];
    expect(await listSymbols("index.html", ...lines)).toEqual(["start 3-4"]);
  });

  it("returns nothing without a language, and nothing for a language without a grammar", async () => {
    const state = EditorState.create({ doc: "function f() {}" });
    expect(await findSymbols(state, signal)).toEqual([]);
    expect(await listSymbols("a.rb", "def total", "end")).toEqual([]);
  });

  it("keeps the symbols of code with errors", async () => {
    const symbols = await listSymbols("a.ts", "function a() {}", "))) {{", "function b(");
    expect(symbols).toContain("a 1-1");
  });

  it("limits the length of names", async () => {
    const long = "x".repeat(10_000);
    const state = await openFile("a.json", [`{"${long}": {"${long}": 1}}`]);
    const symbols = await findSymbols(state, signal);
    expect(symbols.map(({ text }) => text)).toEqual(["x".repeat(100), "x".repeat(100)]);
    const nested = await openFile("a.json", ['{"a":'.repeat(20_000)]);
    const lengths = (await findSymbols(nested, signal)).map(({ text }) => text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(100);
  });

  it("finds the first 5,000 symbols", async () => {
    const keys = Array.from({ length: 6000 }, (_, index) => `"k${index}": 1`);
    const state = await openFile("a.json", [`{${keys.join(",\n")}}`]);
    const symbols = await findSymbols(state, signal);
    expect(symbols).toHaveLength(5000);
    expect(symbols.at(-1)).toMatchObject({ name: "k4999", firstLine: 5000 });
  });

  it("finds nothing after the search is aborted", async () => {
    const state = await openFile("a.ts", ["function a() {}"]);
    expect(await findSymbols(state, AbortSignal.abort())).toEqual([]);
  });

  it("returns the same symbols until the text changes", async () => {
    const state = await openFile("a.ts", ["function a() {}"]);
    const symbols = await findSymbols(state, signal);
    expect(await findSymbols(state, signal)).toBe(symbols);
    const next = state.update({ changes: { from: 0, insert: "\n" } }).state;
    expect(await findSymbols(next, signal)).toMatchObject([{ name: "a", firstLine: 2 }]);
  });
});
