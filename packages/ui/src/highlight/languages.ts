import type { LanguageFn } from "highlight.js";
import { baseName } from "../format/paths.js";

interface Language {
  /** Loads the grammar. */
  readonly load: () => Promise<{ readonly default: LanguageFn }>;
  /** Other names of the language, the extensions of its files, and names of files. */
  readonly names: string;
  /** The languages that are embedded in it. */
  readonly embeds?: readonly string[];
}

/** The languages, by the names of their grammars. Bundlers make a file of each grammar. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: {
    load: () => import("highlight.js/lib/languages/bash"),
    names: "sh shell zsh ksh bashrc zshrc profile",
  },
  c: { load: () => import("highlight.js/lib/languages/c"), names: "h" },
  cpp: {
    load: () => import("highlight.js/lib/languages/cpp"),
    names: "c++ cc cxx hpp hh hxx h++ ino",
  },
  csharp: { load: () => import("highlight.js/lib/languages/csharp"), names: "c# cs csx" },
  css: { load: () => import("highlight.js/lib/languages/css"), names: "" },
  dart: { load: () => import("highlight.js/lib/languages/dart"), names: "" },
  diff: { load: () => import("highlight.js/lib/languages/diff"), names: "patch" },
  dockerfile: {
    load: () => import("highlight.js/lib/languages/dockerfile"),
    names: "docker containerfile",
    embeds: ["bash"],
  },
  elixir: { load: () => import("highlight.js/lib/languages/elixir"), names: "ex exs" },
  go: { load: () => import("highlight.js/lib/languages/go"), names: "golang" },
  graphql: { load: () => import("highlight.js/lib/languages/graphql"), names: "gql" },
  haskell: { load: () => import("highlight.js/lib/languages/haskell"), names: "hs" },
  ini: {
    load: () => import("highlight.js/lib/languages/ini"),
    names: "toml cfg conf editorconfig env gitconfig npmrc properties",
  },
  java: { load: () => import("highlight.js/lib/languages/java"), names: "" },
  javascript: {
    load: () => import("highlight.js/lib/languages/javascript"),
    names: "js jsx mjs cjs",
    embeds: ["xml"],
  },
  json: {
    load: () => import("highlight.js/lib/languages/json"),
    names: "jsonc json5 jsonl ndjson webmanifest",
  },
  kotlin: { load: () => import("highlight.js/lib/languages/kotlin"), names: "kt kts" },
  less: { load: () => import("highlight.js/lib/languages/less"), names: "" },
  lua: { load: () => import("highlight.js/lib/languages/lua"), names: "" },
  makefile: { load: () => import("highlight.js/lib/languages/makefile"), names: "make mk mak" },
  markdown: {
    load: () => import("highlight.js/lib/languages/markdown"),
    names: "md mdx mkd",
    embeds: ["xml"],
  },
  nix: { load: () => import("highlight.js/lib/languages/nix"), names: "" },
  objectivec: {
    load: () => import("highlight.js/lib/languages/objectivec"),
    names: "objective-c objc m mm",
  },
  perl: { load: () => import("highlight.js/lib/languages/perl"), names: "pl pm" },
  php: {
    load: () => import("highlight.js/lib/languages/php"),
    names: "",
    embeds: ["xml"],
  },
  powershell: {
    load: () => import("highlight.js/lib/languages/powershell"),
    names: "pwsh ps ps1 psm1",
  },
  protobuf: { load: () => import("highlight.js/lib/languages/protobuf"), names: "proto" },
  python: {
    load: () => import("highlight.js/lib/languages/python"),
    names: "py pyi pyw py3 gyp",
  },
  r: { load: () => import("highlight.js/lib/languages/r"), names: "" },
  ruby: {
    load: () => import("highlight.js/lib/languages/ruby"),
    names: "rb rake gemspec gemfile rakefile podfile",
  },
  rust: { load: () => import("highlight.js/lib/languages/rust"), names: "rs" },
  scala: { load: () => import("highlight.js/lib/languages/scala"), names: "sc sbt" },
  scss: { load: () => import("highlight.js/lib/languages/scss"), names: "sass" },
  sql: { load: () => import("highlight.js/lib/languages/sql"), names: "mysql postgresql sqlite" },
  swift: { load: () => import("highlight.js/lib/languages/swift"), names: "" },
  typescript: {
    load: () => import("highlight.js/lib/languages/typescript"),
    names: "ts tsx mts cts",
    embeds: ["xml"],
  },
  xml: {
    load: () => import("highlight.js/lib/languages/xml"),
    names: "html htm xhtml svg rss xsd xsl plist vue svelte astro",
    embeds: ["css", "javascript"],
  },
  yaml: { load: () => import("highlight.js/lib/languages/yaml"), names: "yml" },
};

let byName: ReadonlyMap<string, string> | undefined;

/**
 * Returns the name of the grammar for the info string of a code fence or the path of a file.
 * `undefined` for an unknown language.
 */
export function findLanguage(nameOrPath: string): string | undefined {
  byName ??= new Map(
    Object.entries(LANGUAGES).flatMap(([language, { names }]) =>
      [language, ...names.split(" ")].flatMap((name) =>
        name === "" ? [] : [[name, language] as const],
      ),
    ),
  );
  const name = baseName(nameOrPath).toLowerCase();
  return byName.get(name) ?? byName.get(name.slice(name.lastIndexOf(".") + 1));
}
