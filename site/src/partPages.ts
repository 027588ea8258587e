import { posix, relative } from "node:path";
import { getPartCode } from "../gallery/partCode.js";
import { PART_DOCS } from "../gallery/partDocs.js";
import { PART_GROUPS, type Part, type PartGroup } from "../gallery/parts.js";
import { createSourceReader, type SourceReader } from "./partSources.js";
import { ROOT } from "./repository.js";

/** The folder of the pages, relative to the repository. */
export const PART_PAGES = "docs/parts";
const GALLERY = "https://acp-store.github.io/acp-store/gallery/";

/** A page of the manual that describes a group of parts. */
export interface PartPage {
  /** The path of its file, relative to the repository. */
  readonly source: string;
  readonly markdown: string;
}

/**
 * Creates the pages about the parts of `@acp-store/ui`: their props and hooks come from the types and
 * docstrings, and their code from the gallery.
 *
 * @throws Error if a part or one of its props has no docstring.
 */
export function createPartPages(): readonly PartPage[] {
  const reader = createSourceReader();
  return PART_GROUPS.map((group) => ({
    source: `${PART_PAGES}/${group.page}.md`,
    markdown: formatGroup(group, reader),
  }));
}

function formatGroup({ text, about, parts }: PartGroup, reader: SourceReader): string {
  const list = parts.map(
    ({ name, text: summary }) => `| [${name}](#${name.toLowerCase()}) | ${summary} |`,
  );
  return [
    "<!-- Written by site/tests/partPages.test.ts from the types, the docstrings and the gallery. -->",
    `# Parts: ${text}`,
    about,
    `The [package](../../packages/ui/README.md) explains how parts are connected, and [Theming a panel](../theming.md) their look.`,
    `| part | content |\n| --- | --- |\n${list.join("\n")}`,
    ...parts.flatMap((part) => formatPart(part, reader)),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

function formatPart(part: Part, reader: SourceReader): string[] {
  const { name, entry } = part;
  const { symbol, text, props, file } = reader.describeComponent(part);
  const { hooks = [], keys = [], text: more } = PART_DOCS[name] ?? {};
  const { slots, texts } = reader.listUses(file);
  const states = part.states.length > 1 ? `, in ${part.states.length} states` : "";
  const facts = [
    `Import: \`@acp-store/${entry}\`. [Gallery](${GALLERY}#${name})${states}. Source: [\`${symbol}\`](${linkTo(file)}).`,
    ...(reader.slotNames.includes(name)
      ? [`It fills the slot \`${name}\`, so a component of yours can replace it.`]
      : []),
    ...(slots.length > 0 ? [`Slots in it: ${formatNames(slots)}.`] : []),
    ...(texts.length > 0 ? [`Texts: ${formatNames(texts)}.`] : []),
  ];
  return [
    `## ${name}`,
    text,
    ...(more === undefined ? [] : [more]),
    facts.map((fact) => `- ${fact}`).join("\n"),
    props.length === 0
      ? "It has no props."
      : formatTable(
          ["prop", "type", "description"],
          props.map((prop) => [
            `\`${prop.name}\`${prop.isOptional ? "" : " (required)"}`,
            `\`${prop.type}\``,
            prop.text,
          ]),
        ),
    ...(keys.length === 0 ? [] : [formatTable(["key", "action"], keys)]),
    `\`\`\`tsx\n${getPartCode(part)}\n\`\`\``,
    ...hooks.flatMap((hook) => formatHook(hook, reader)),
  ];
}

/** Describes a hook, and the fields of its result. */
function formatHook(hook: string, reader: SourceReader): string[] {
  const { text, signature, fields, file } = reader.describeHook(hook);
  return [
    `### ${hook}`,
    text,
    `\`${signature}\`. Source: [\`${hook}\`](${linkTo(file)}).`,
    ...(fields.length === 0
      ? []
      : [
          formatTable(
            ["field", "type", "description"],
            fields.map((field) => [`\`${field.name}\``, `\`${field.type}\``, field.text]),
          ),
        ]),
  ];
}

const formatNames = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(", ");

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatRow = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [head, head.map(() => "---"), ...rows].map(formatRow).join("\n");
}

/** Returns the link from a page to a source file. */
function linkTo(file: string): string {
  return posix.relative(PART_PAGES, relative(ROOT, file).replaceAll("\\", "/"));
}
