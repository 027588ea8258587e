import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContainerReflection, ProjectReflection, TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import type { DefaultTheme } from "vitepress";
import { hashFiles } from "./hashFiles.mjs";
import { API_SOURCE, readSource, REPOSITORY, ROOT, TAG } from "./repository.js";

/** A module that applications import: the main entry of a package, or another one. */
interface Entry {
  /** The name in an import, such as `@acp-store/core/policies`. */
  readonly name: string;
  readonly packageName: string;
  /** The absolute path of its source file. */
  readonly file: string;
  /** The description of the package, if this is its main entry. */
  readonly description?: string;
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly "@acp-store/source"?: string } | string>>;
}

const OUTPUT = join(ROOT, API_SOURCE);
/** The hash of everything that the generated pages depend on. */
const HASH_FILE = join(OUTPUT, ".hash");
const SIDEBAR_FILE = join(OUTPUT, "typedoc-sidebar.json");
/** The files that the pages depend on. */
const INPUTS = [
  "packages/*/src/*",
  "packages/*/package.json",
  "pnpm-lock.yaml",
  "site/src/apiReference.ts",
  "site/tsconfig.api.json",
];

/** Returns the entries of the published packages. */
function listEntries(): Entry[] {
  return readdirSync(join(ROOT, "packages")).flatMap((folder) => {
    const path = `packages/${folder}/package.json`;
    if (!existsSync(join(ROOT, path))) return [];
    const manifest = JSON.parse(readSource(path)) as Manifest;
    if (manifest.private) return [];
    return Object.entries(manifest.exports ?? {}).flatMap(([entry, target]) => {
      const source = typeof target === "string" ? undefined : target["@acp-store/source"];
      if (source === undefined || !/\.tsx?$/.test(source)) return [];
      const file = join(ROOT, "packages", folder, source);
      const { name: packageName, description } = manifest;
      const name = `${packageName}${entry.slice(1)}`;
      return [
        { name, packageName, file, ...(entry === "." && { description: `${description}.` }) },
      ];
    });
  });
}

/** Returns the options of TypeDoc and its plugins. */
const createOptions = (
  entries: readonly Entry[],
): Partial<TypeDocOptions & PluginOptions> & { readonly docsRoot: string } => ({
  entryPoints: entries.map(({ file }) => file),
  tsconfig: join(ROOT, "site/tsconfig.api.json"),
  // The packages are type-checked by their own build.
  skipErrorChecking: true,
  plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
  out: OUTPUT,
  docsRoot: join(ROOT, "site"),
  name: "API",
  readme: "none",
  basePath: ROOT,
  // Without git, the paths in links are relative to the folder of all packages.
  disableGit: true,
  sourceLinkTemplate: `${REPOSITORY}/blob/${TAG}/packages/{path}#L{line}`,
  gitRevision: TAG,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  sort: ["source-order"],
  groupOrder: ["Functions", "Classes", "Variables", "Interfaces", "Type Aliases", "*"],
  logLevel: "Warn",
  entryFileName: "index",
  excludeScopesInPaths: true,
  hideBreadcrumbs: true,
  pageTitleTemplates: { index: "API reference", module: "{name}", member: "{name}" },
  useCodeBlocks: true,
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  enumMembersFormat: "table",
  tableColumnSettings: {
    hideInherited: true,
    hideModifiers: true,
    hideOverrides: true,
    hideSources: true,
  },
});

/** TypeDoc groups the exports with the priority -100. */
const AFTER_GROUPING = -200;

/** Writes the pages of the API reference, unless they are current. */
export async function generateApiReference(): Promise<void> {
  const hash = hashFiles(ROOT, INPUTS);
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === hash) return;
  rmSync(OUTPUT, { recursive: true, force: true });
  const { Application, Comment, Context, Converter, ReflectionKind } = await import("typedoc");
  const { default: ts } = await import("typescript");
  // TypeDoc shows a constant with a named type, such as `useToolCall`, as a function only with this tag.
  const { getComment } = Context.prototype;
  Context.prototype.getComment = function (symbol, kind) {
    const comment = getComment.call(this, symbol, kind);
    const declaration = symbol.valueDeclaration;
    if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer)
      if (ts.isArrowFunction(declaration.initializer)) comment?.modifierTags.add("@function");
    return comment;
  };
  const entries = listEntries();
  const app = await Application.bootstrapWithPlugins(createOptions(entries));
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
      const file = module.sources?.[0]?.fullFileName;
      const entry = entries.find((candidate) => candidate.file === file);
      if (entry === undefined) throw new Error(`${file} is not the source file of an entry.`);
      module.name = entry.name;
      if (entry.description !== undefined)
        module.comment ??= new Comment([{ kind: "text", text: entry.description }]);
    }
  });
  // The order of the source suits fields and parameters. Lists of entries and exports are alphabetical.
  const sortGroups = ({ groups = [] }: ContainerReflection): void => {
    for (const { children } of groups) children.sort((a, b) => a.name.localeCompare(b.name));
  };
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const list of [project, ...project.getChildrenByKind(ReflectionKind.Module)])
        sortGroups(list);
    },
    AFTER_GROUPING,
  );
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the packages.");
  const packageNames = new Set(entries.map(({ packageName }) => packageName));
  // TypeDoc looks for missing exports only in the package of the project, which it takes for the root.
  for (const packageName of packageNames) {
    project.packageName = packageName;
    app.options.setValue("intentionallyNotExported", listHidden(packageName));
    app.validate(project);
  }
  for (const problem of listMissingBases(project, packageNames)) app.logger.warn(problem);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error("The API reference has holes. TypeDoc has printed them.");
  writeFileSync(HASH_FILE, hash);
}

/** Lists the names that exported types mention although they are not part of the API. */
function listHidden(packageName: string): string[] {
  // The names of the icons are the keys of a table.
  if (packageName === "@acp-store/ui") return ["ICON_PATHS"];
  // The codes of the findings are those of the checks. Each check has a type for its own.
  if (packageName === "@acp-store/check")
    return [...new Set(readSource("packages/check/src/rules.ts").match(/\b\w+RuleCode\b/g))];
  return [];
}

/** Describes the base types of exported types that are not exported, which TypeDoc does not validate. */
function listMissingBases(
  { reflections }: ProjectReflection,
  packageNames: ReadonlySet<string>,
): string[] {
  return Object.values(reflections).flatMap((reflection) => {
    if (!reflection.isDeclaration()) return [];
    const { name, extendedTypes = [] } = reflection;
    return extendedTypes.flatMap((base) =>
      base.type === "reference" && !base.reflection && packageNames.has(base.package ?? "")
        ? [`${base.name} is a base of ${name}, but it is not exported.`]
        : [],
    );
  });
}

/** Returns the sidebars of the API reference: one for each entry, and one for all of them. */
export function createApiSidebars(): DefaultTheme.SidebarMulti {
  const entries = (
    JSON.parse(readFileSync(SIDEBAR_FILE, "utf8")) as DefaultTheme.SidebarItem[]
  ).sort((a, b) => (a.text ?? "").localeCompare(b.text ?? ""));
  const linkOf = ({ link = "" }: DefaultTheme.SidebarItem): string =>
    link.replace(/index(?:\.md)?$/, "");
  const all = { text: "API reference", link: "/api/" };
  const overview = entries.map((entry) => ({ text: entry.text ?? "", link: linkOf(entry) }));
  const openFirst = (group: DefaultTheme.SidebarItem, index: number): DefaultTheme.SidebarItem => ({
    ...group,
    collapsed: index > 0,
  });
  return {
    ...Object.fromEntries(
      entries.map((entry) => [linkOf(entry), [all, ...(entry.items ?? []).map(openFirst)]]),
    ),
    "/api/": [{ ...all, items: overview }],
  };
}
