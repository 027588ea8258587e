// The text of a module is its default export, regardless of the exports of the module.
// oxlint-disable-next-line import/default
import source from "./examples.tsx?raw";
import type { Part } from "./parts.js";

/** The texts of the examples, each from its declaration to the next one. */
const declarations = source.split(/^(?=export const )/m);
const imports = new Map(
  Array.from(
    source.matchAll(/^import \{([^}]+)\} from "([^"]+)";$/gm),
    ([, names = "", from = ""]) =>
      names
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "")
        .map((name): [string, string] => [name, from]),
  ).flat(),
);

/** Returns the code of a part's example, with the imports that it needs. */
export function getPartCode({ name }: Part): string {
  const text = declarations.find((own) => own.startsWith(`export const ${name}Example `)) ?? "";
  const body = text.replace(": ReactNode", "").replace(`${name}Example`, "Example").trim();
  const used = new Map<string, string[]>();
  for (const [imported, from] of imports)
    if (new RegExp(`\\b${imported}\\b`).test(body))
      used.set(from, [...(used.get(from) ?? []), imported]);
  const lines = [...used].map(([from, names]) => `import { ${names.join(", ")} } from "${from}";`);
  return `${lines.join("\n")}\n\n${body}`;
}
