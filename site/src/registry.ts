import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import ts from "typescript";
import { readSource } from "./repository.js";

/** A part of `@acp-store/ui` that the shadcn registry offers. */
interface RegistryPart {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The file of the component, relative to the sources of `@acp-store/ui`. */
  readonly entry: string;
}

/** An item of a shadcn registry: https://ui.shadcn.com/docs/registry/registry-item-json */
export interface RegistryItem extends Omit<RegistryPart, "entry"> {
  readonly $schema: string;
  readonly type: "registry:component";
  readonly dependencies: readonly string[];
  readonly files: readonly RegistryFile[];
}

interface RegistryFile {
  readonly path: string;
  readonly type: "registry:file";
  readonly target: string;
  readonly content: string;
}

const PACKAGE = "packages/ui";
const STYLE = "style.css";
/** The folder in which shadcn puts the files of all parts, so that the parts share them. */
const TARGET = "src/components/acp";
const SCHEMA = "https://ui.shadcn.com/schema";

const PARTS: readonly RegistryPart[] = [
  {
    name: "agent-panel",
    title: "Agent panel",
    description: "One session: conversation, plan, requests, queue, composer and changed files.",
    entry: "panel/AgentPanel.tsx",
  },
  {
    name: "permission-dock",
    title: "Permission dock",
    description: "The pending permission requests of a session with the agent's options.",
    entry: "permission/PermissionDock.tsx",
  },
  {
    name: "tool-call-card",
    title: "Tool-call card",
    description: "One tool call with its status, content and locations.",
    entry: "toolCall/ToolCallCard.tsx",
  },
  {
    name: "conversation",
    title: "Conversation",
    description: "The virtualized list of messages, tool calls and turns, which stays at the end.",
    entry: "conversation/Conversation.tsx",
  },
  {
    name: "composer",
    title: "Composer",
    description: "The text field for prompts, with slash commands and the stop button.",
    entry: "composer/Composer.tsx",
  },
  {
    name: "queued-prompts",
    title: "Queued prompts",
    description: "The queued prompts, which can be edited, moved, sent and removed.",
    entry: "queue/QueuedPrompts.tsx",
  },
  {
    name: "plan-panel",
    title: "Plan panel",
    description: "The agent's plan with its progress.",
    entry: "plan/PlanPanel.tsx",
  },
  {
    name: "session-list",
    title: "Session list",
    description: "The agent's sessions with a search field and a menu for each.",
    entry: "sessions/SessionList.tsx",
  },
  {
    name: "markdown",
    title: "Streaming Markdown",
    description: "Streaming Markdown. Only the last block renders again.",
    entry: "markdown/MarkdownText.tsx",
  },
  {
    name: "highlight",
    title: "Highlighted code",
    description: "Code with colors by its language, whose grammar is loaded on demand.",
    entry: "highlight/Code.tsx",
  },
  {
    name: "diff-view",
    title: "Diff view",
    description: "The changed lines of one file, with the changed words marked.",
    entry: "diff/DiffView.tsx",
  },
  {
    name: "terminal-output",
    title: "Terminal output",
    description: "The live output of a command with its exit status.",
    entry: "toolCall/TerminalOutput.tsx",
  },
];

/** Returns how an item names a dependency for npm, such as `marked@18.2.1`. */
export type NameDependency = (name: string, version: string) => string;

const nameWithVersion: NameDependency = (name, version) => `${name}@${version}`;

/**
 * Creates the items of the shadcn registry from the sources of `@acp-store/ui`. An item contains a
 * part and every file that it imports, so that it needs no other item.
 */
export function createRegistryItems(
  nameDependency: NameDependency = nameWithVersion,
): readonly RegistryItem[] {
  const versions = readDependencyVersions();
  const styles = readStyles();
  return PARTS.map(({ entry, ...part }) => {
    const { files, packages } = collectFiles(entry);
    return {
      $schema: `${SCHEMA}/registry-item.json`,
      ...part,
      type: "registry:component",
      dependencies: [...packages].sort().flatMap((name) => {
        const version = versions.get(name);
        // React is there already.
        return version === undefined ? [] : [nameDependency(name, version)];
      }),
      files: [...files, [STYLE, styles] as const].map(([path, content]) => ({
        path: `${PACKAGE}/src/${path}`,
        type: "registry:file",
        target: `${TARGET}/${path}`,
        content,
      })),
    };
  });
}

/** Writes the registry into the folder `r` of the site. */
export function writeRegistry(outDir: string): void {
  const items = createRegistryItems();
  const write = (name: string, value: unknown): void => {
    const file = join(outDir, "r", `${name}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  for (const item of items) write(item.name, item);
  write("registry", {
    $schema: `${SCHEMA}/registry.json`,
    name: "acp-store",
    homepage: "https://github.com/acp-store/acp-store",
    items: items.map(({ files, ...item }) => ({
      ...item,
      files: files.map(({ content: _, ...file }) => file),
    })),
  });
}

/** The path and the content of each file, relative to the sources. */
type SourceFiles = ReadonlyMap<string, string>;

/**
 * Returns a file of `@acp-store/ui` and all that it imports, without extensions, and the names of the
 * packages that they import.
 */
export function collectFiles(entry: string): {
  readonly files: SourceFiles;
  readonly packages: ReadonlySet<string>;
} {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const pending = [entry];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (files.has(path)) continue;
    const source = readSource(`${PACKAGE}/src/${path}`);
    const imports = ts.preProcessFile(source, true, true).importedFiles;
    files.set(path, removeExtensions(source, imports));
    for (const { fileName } of imports) {
      if (fileName.startsWith(".")) pending.push(findSource(path, fileName));
      else packages.add(getPackageName(fileName));
    }
  }
  return { files, packages };
}

/** Removes ".js" from the imports. Bundlers add the extension of the file that exists. */
function removeExtensions(source: string, imports: readonly ts.FileReference[]): string {
  return imports.reduce(
    (text, { fileName }) =>
      fileName.startsWith(".")
        ? text.replaceAll(`"${fileName}"`, `"${fileName.replace(/\.js$/, "")}"`)
        : text,
    source,
  );
}

/** Returns the source file of an import, whose name has the extension of the compiled file. */
function findSource(importer: string, specifier: string): string {
  const path = posix.join(posix.dirname(importer), specifier).replace(/\.js$/, "");
  const found = [`${path}.ts`, `${path}.tsx`].find((candidate) =>
    ts.sys.fileExists(join(import.meta.dirname, "../..", PACKAGE, "src", candidate)),
  );
  if (found !== undefined) return found;
  throw new Error(`${PACKAGE}/src/${importer} imports ${specifier}, which does not exist.`);
}

/** Returns the stylesheet of all parts with the sheets that it imports, in their cascade layer. */
function readStyles(): string {
  const sheet = readSource(`${PACKAGE}/src/${STYLE}`);
  return [...sheet.matchAll(/^@import "\.\/([^"]+)" layer\(([\w-]+)\);$/gm)]
    .map(([, path, layer]) => `@layer ${layer} {\n${readSource(`${PACKAGE}/src/${path}`)}}\n`)
    .join("\n");
}

/** Returns the version range of each dependency of `@acp-store/ui`. */
function readDependencyVersions(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readSource(`${PACKAGE}/package.json`)) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return new Map(
    Object.entries(manifest.dependencies).map(([name, range]) => [
      name,
      range.startsWith("workspace:") ? `^${manifest.version}` : range,
    ]),
  );
}

/** Returns the name of the package in an import, such as `@scope/name` for `@scope/name/entry`. */
function getPackageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
