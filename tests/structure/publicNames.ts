import { join } from "node:path";
import { type Node, parseSync } from "oxc-parser";

/** A name in a file, as `file#name`. */
type Place = string;

/** The names of a module, and the places that they come from. */
interface Names {
  /** The places of imported and re-exported names. */
  readonly origins: ReadonlyMap<string, Place>;
  /** The modules of `export * from`. */
  readonly stars: readonly string[];
  /** The modules of `import * as`. */
  readonly namespaces: readonly string[];
  /** The names that the signature of each declared name mentions. */
  readonly mentions: ReadonlyMap<string, readonly string[]>;
  readonly exported: readonly string[];
}

/** Finds the declarations behind exported names, and the declarations that their signatures name. */
export interface PublicNames {
  /** Returns the place of the declaration of each name that a module exports. */
  exportsOf(file: string): ReadonlyMap<string, Place>;
  /** Returns the places that the signatures of declarations name, directly or through others. */
  reachableFrom(places: Iterable<Place>): ReadonlySet<Place>;
}

export function createPublicNames(texts: ReadonlyMap<string, string>): PublicNames {
  const modules = new Map([...texts].map(([file, text]) => [file, readNames(file, text, texts)]));

  function declarationOf(place: Place): Place | undefined {
    const [file = "", name = ""] = place.split("#");
    const names = modules.get(file);
    if (names === undefined) return undefined;
    const origin = names.origins.get(name);
    if (origin !== undefined) return declarationOf(origin);
    if (names.mentions.has(name)) return place;
    return [...names.stars, ...names.namespaces]
      .map((module) => declarationOf(`${module}#${name}`))
      .find(Boolean);
  }

  function exportsOf(file: string): Map<string, Place> {
    const { exported = [], stars = [] } = modules.get(file) ?? {};
    const own = exported.map((name) => [name, declarationOf(`${file}#${name}`) ?? ""] as const);
    return new Map([...stars.flatMap((star) => [...exportsOf(star)]), ...own]);
  }

  function reachableFrom(places: Iterable<Place>): Set<Place> {
    const reached = new Set<Place>();
    const waiting = [...places];
    for (const place of waiting) {
      const [file = "", name = ""] = place.split("#");
      for (const mention of modules.get(file)?.mentions.get(name) ?? []) {
        const found = declarationOf(`${file}#${mention}`);
        if (found === undefined || found === place || reached.has(found)) continue;
        reached.add(found);
        waiting.push(found);
      }
    }
    return reached;
  }

  return { exportsOf, reachableFrom };
}

function readNames(file: string, text: string, texts: ReadonlyMap<string, string>): Names {
  const { program, module } = parseSync(file, text);
  const resolve = (name: string): string => {
    const [, folder, entry = ""] = /^@acp-store\/([^/]+)(?:\/(.*))?$/.exec(name) ?? [];
    if (folder !== undefined) return join("packages", folder, "src", entry, "index.ts");
    const path = join(file, "..", name.replace(/\.js$/, ".ts"));
    return texts.has(path) ? path : `${path}x`;
  };
  const origins = new Map<string, Place>();
  const namespaces: string[] = [];
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { localName, importName } of entries)
      if (importName.kind === "NamespaceObject") namespaces.push(resolve(moduleRequest.value));
      else origins.set(localName.value, `${resolve(moduleRequest.value)}#${importName.name}`);
  const stars: string[] = [];
  const exported: string[] = [];
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName } of entries) {
      if (exportName.name !== null) exported.push(exportName.name);
      if (moduleRequest === null) continue;
      if (exportName.name === null) stars.push(resolve(moduleRequest.value));
      else origins.set(exportName.name, `${resolve(moduleRequest.value)}#${importName.name}`);
    }
  return {
    origins,
    stars,
    namespaces,
    mentions: new Map(program.body.flatMap(readMentions)),
    exported,
  };
}

/** Returns the names that a statement declares, each with the names in its signature. */
function readMentions(statement: Node): [name: string, mentions: readonly string[]][] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : readMentions(statement.declaration);
    case "VariableDeclaration":
      return statement.declarations.flatMap((declarator) =>
        declarator.id.type === "Identifier"
          ? [[declarator.id.name, identifiersIn(declarator)] as [string, string[]]]
          : [],
      );
    case "FunctionDeclaration":
    case "ClassDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSEnumDeclaration":
      return statement.id === null ? [] : [[statement.id.name, identifiersIn(statement)]];
    default:
      return [];
  }
}

/** Returns the identifiers in a signature: all but those in function bodies, values and private members. */
function identifiersIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(identifiersIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, name, accessibility, key } = node as Partial<Record<string, unknown>>;
  // Nobody needs to import the value of a `typeof` in a signature.
  if (type === "BlockStatement" || type === "TSTypeQuery" || accessibility === "private") return [];
  if ((key as { type?: string } | undefined)?.type === "PrivateIdentifier") return [];
  const isValue = type === "VariableDeclarator" || type === "PropertyDefinition";
  const parts = Object.entries(node).filter(
    ([part, value]) => !isValue || !isImplementation(part, value),
  );
  return [
    ...(type === "Identifier" ? [String(name)] : []),
    ...parts.flatMap(([, value]) => identifiersIn(value)),
  ];
}

/** Returns whether a part of a variable or a field is its value. A function without a type is its signature. */
const isImplementation = (part: string, value: unknown): boolean =>
  (part === "init" || part === "value") &&
  (value as { type?: string } | null)?.type !== "ArrowFunctionExpression";
