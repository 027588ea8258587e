import { join, relative } from "node:path";
import ts from "typescript";
import type { Part } from "../gallery/parts.js";
import { collectFiles } from "./registry.js";
import { ROOT } from "./repository.js";

/** A field of an object type, such as a prop. */
export interface DescribedField {
  readonly name: string;
  /** The type as it is written in the source, without `undefined` if the field is optional. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly text: string;
}

interface DescribedSymbol {
  /** Its name in the source file. Exports may have other names. */
  readonly symbol: string;
  /** Its docstring. */
  readonly text: string;
  /** The absolute path of its source file. */
  readonly file: string;
}

interface DescribedComponent extends DescribedSymbol {
  readonly props: readonly DescribedField[];
}

interface DescribedHook extends DescribedSymbol {
  readonly signature: string;
  /** The fields of its result. Empty if it returns no object of this package. */
  readonly fields: readonly DescribedField[];
}

/** Reads the types and docstrings of `@acp-store/ui`. */
export interface SourceReader {
  describeComponent(part: Part): DescribedComponent;
  describeHook(name: string): DescribedHook;
  /** Returns the slots and the groups of texts that a file and its imports use. */
  listUses(file: string): { readonly slots: readonly string[]; readonly texts: readonly string[] };
  /** The names of all slots. */
  readonly slotNames: readonly string[];
}

const SOURCES = join(ROOT, "packages/ui/src");
/** Shared by all parts, so their uses say nothing about one of them. */
const SHARED = /^(?:context|texts)\//;
const FORMAT = ts.TypeFormatFlags.NoTruncation;

export function createSourceReader(): SourceReader {
  const program = createProgram();
  const checker = program.getTypeChecker();

  function findExport(entry: string, name: string): ts.Symbol {
    const file = program.getSourceFile(join(SOURCES, entry.replace(/^ui\/?/, ""), "index.ts"));
    const module = file && checker.getSymbolAtLocation(file);
    const found = module && checker.getExportsOfModule(module).find((own) => own.name === name);
    if (found === undefined) throw new Error(`@acp-store/${entry} does not export ${name}.`);
    return found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  }

  function readText(symbol: ts.Symbol, owner: string): string {
    const text = ts
      .displayPartsToString(symbol.getDocumentationComment(checker))
      .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (text === "") throw new Error(`${owner} has no docstring.`);
    return text;
  }

  function describe(symbol: ts.Symbol): DescribedSymbol & { readonly signature: ts.Signature } {
    const [declaration] = symbol.declarations ?? [];
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    if (declaration === undefined || signature === undefined)
      throw new Error(`${symbol.name} is not a function.`);
    const { fileName } = declaration.getSourceFile();
    return { symbol: symbol.name, text: readText(symbol, symbol.name), file: fileName, signature };
  }

  function describeFields(type: ts.Type, owner: string): DescribedField[] {
    return type.getProperties().map((property) => ({
      name: property.name,
      type: readType(property),
      isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      text: readText(property, `${owner}.${property.name}`),
    }));
  }

  /** Returns the type of a field as it is written, which is shorter than the resolved one. */
  function readType(property: ts.Symbol): string {
    const [declaration] = property.declarations ?? [];
    const written =
      declaration !== undefined && ts.isPropertySignature(declaration)
        ? declaration.type?.getText()
        : declaration !== undefined && ts.isMethodSignature(declaration)
          ? `(${declaration.parameters.map((own) => own.getText()).join(", ")}) => ${declaration.type?.getText() ?? "void"}`
          : undefined;
    const text =
      written ?? checker.typeToString(checker.getTypeOfSymbol(property), undefined, FORMAT);
    const short =
      property.flags & ts.SymbolFlags.Optional ? text.replace(/ \| undefined$/, "") : text;
    return short.replaceAll(/\s+/g, " ").replace(/^\((\(.*\) => [\w<>]+)\)$/, "$1");
  }

  const slotNames = checker
    .getDeclaredTypeOfSymbol(findExport("ui", "UiSlots"))
    .getProperties()
    .map(({ name }) => name);
  return {
    slotNames,
    describeComponent({ name, entry }) {
      const { signature, ...described } = describe(findExport(entry, name));
      const [parameter] = signature.getParameters();
      const props = parameter && checker.getTypeOfSymbol(parameter);
      return { ...described, props: props === undefined ? [] : describeFields(props, name) };
    },
    describeHook(name) {
      const { signature, ...described } = describe(findExport("ui", name));
      const result = checker.getNonNullableType(signature.getReturnType());
      const [declaration] = result.symbol?.declarations ?? [];
      const isOwn = declaration?.getSourceFile().fileName.startsWith(SOURCES) === true;
      return {
        ...described,
        signature: `${name}${checker.signatureToString(signature, undefined, FORMAT)}`,
        fields: isOwn && ts.isInterfaceDeclaration(declaration) ? describeFields(result, name) : [],
      };
    },
    listUses(file) {
      const { files } = collectFiles(relative(SOURCES, file).replaceAll("\\", "/"));
      const own = [...files].filter(([path]) => !SHARED.test(path)).map(([, text]) => text);
      const find = (pattern: RegExp): string[] =>
        own.flatMap((text) => Array.from(text.matchAll(pattern), ([, found = ""]) => found));
      const used = find(/\bslots\.(\w+)/g);
      const destructured = find(/\{([^{}]*)\} = (?:useAcpUi\(\)\.)?slots\b/g).flatMap((names) =>
        names.split(",").map((name) => name.replace(/[:=].*/s, "").trim()),
      );
      const isSlot = (name: string): boolean => slotNames.includes(name);
      return {
        slots: [...new Set([...used, ...destructured])].filter(isSlot).toSorted(),
        texts: [...new Set(find(/\buseTexts\("(\w+)"/g))].toSorted(),
      };
    },
  };
}

/** Parses and binds the sources of all packages. */
function createProgram(): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "site/tsconfig.api.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic({ messageText }) {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  const entries = ["", "diff", "fleet", "highlight", "markdown", "output"].map((entry) =>
    join(SOURCES, entry, "index.ts"),
  );
  return ts.createProgram(entries, { ...config?.options });
}
