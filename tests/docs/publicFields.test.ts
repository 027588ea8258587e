import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Comment, parseSync, type TSInterfaceDeclaration, type TSSignature } from "oxc-parser";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** The packages that applications import. */
const PACKAGES = [
  "core",
  "react",
  "vue",
  "svelte",
  "solid",
  "lit",
  "angular",
  "client",
  "devtools",
  "mirror",
  "registry",
  "fleet",
  "server",
];
/** The folder of the event interfaces. The index exports all of them at once. */
const EVENT_FOLDER = "packages/core/src/events";

/** A field or method of a public interface. */
interface PublicField {
  /** The file, the interface and the field, as one text. */
  readonly name: string;
  /** Whether a docstring directly precedes the field. */
  readonly hasDocstring: boolean;
}

function readSource(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Returns the source files of the entries in the `exports` of a package. */
function entryFilesOf(packageName: string): string[] {
  const folder = join("packages", packageName);
  const { exports } = JSON.parse(readSource(join(folder, "package.json"))) as {
    readonly exports: Readonly<Record<string, { readonly "@acp-store/source": string }>>;
  };
  return Object.values(exports).map((entry) => join(folder, entry["@acp-store/source"]));
}

/** Returns the names that a file exports, as the files that declare them call them. */
function exportedNamesOf(file: string): string[] {
  const { module } = parseSync(file, readSource(file));
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  return entries.flatMap(({ importName, localName, moduleRequest }) => {
    if (importName.kind === "AllButDefault" && moduleRequest?.value.startsWith("."))
      return exportedNamesOf(join(dirname(file), moduleRequest.value.replace(/\.js$/, ".ts")));
    return importName.name ?? localName.name ?? [];
  });
}

function listSourceFiles(packageName: string): string[] {
  const folder = join("packages", packageName, "src");
  return readdirSync(join(root, folder), { encoding: "utf8", recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file));
}

/** Returns the fields of the exported interfaces and the event interfaces of a package. */
function publicFieldsOf(packageName: string): PublicField[] {
  const exported = new Set(entryFilesOf(packageName).flatMap(exportedNamesOf));
  return listSourceFiles(packageName).flatMap((file) =>
    fieldsOf(file, ({ id }) => exported.has(id.name) || dirname(file) === EVENT_FOLDER),
  );
}

/** Returns the fields of the interfaces in a file. `type` fields need no docstring. */
function fieldsOf(
  file: string,
  isPublic: (declaration: TSInterfaceDeclaration) => boolean,
): PublicField[] {
  const source = readSource(file);
  const { program, comments } = parseSync(file, source);
  const declarations = program.body.flatMap((statement) => {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    return declaration?.type === "TSInterfaceDeclaration" ? [declaration] : [];
  });
  return declarations.filter(isPublic).flatMap(({ id, body }) =>
    body.body.flatMap((member) => {
      const field = fieldNameOf(member);
      if (field === undefined || field === "type") return [];
      const hasDocstring = comments.some((comment) => isDocstringOf(comment, member, source));
      return [{ name: `${file}: ${id.name}.${field}`, hasDocstring }];
    }),
  );
}

/** Returns the name of a field or method, and `undefined` for other members. */
function fieldNameOf(member: TSSignature): string | undefined {
  if (member.type !== "TSPropertySignature" && member.type !== "TSMethodSignature")
    return undefined;
  const { key } = member;
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : "(computed)";
}

function isDocstringOf(comment: Comment, member: TSSignature, source: string): boolean {
  return (
    comment.type === "Block" &&
    comment.value.startsWith("*") &&
    comment.end <= member.start &&
    source.slice(comment.end, member.start).trim() === ""
  );
}

const fields = PACKAGES.flatMap(publicFieldsOf);

describe("docstrings of public fields", () => {
  it("covers the exported interfaces and the events", () => {
    const names = fields.map(({ name }) => name);
    expect(names).toContain("packages/core/src/state/entities.ts: Turn.stopReason");
    expect(names).toContain("packages/core/src/events/eventParts.ts: InSession.sessionId");
    expect(names).toContain("packages/core/src/reads/queueRead.ts: PromptQueue.isHeld");
    expect(names).toContain("packages/devtools/src/panel/options.ts: AcpDevtoolsProps.store");
    expect(names.length).toBeGreaterThan(600);
  });

  it("finds no field without a docstring", () => {
    const undocumented = fields.filter(({ hasDocstring }) => !hasDocstring);
    expect(undocumented.map(({ name }) => name)).toEqual([]);
  });
});
