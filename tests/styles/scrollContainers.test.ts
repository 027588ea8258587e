import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** The folders with style sheets. The style sheets of the devtools are strings in TypeScript. */
const FOLDERS = [
  ...["packages/ui/src", "packages/devtools/src/panel/styles", "packages/inspect/page/src"],
  ...["examples/editor/src", "examples/editor/phone", "examples/vscode/src"],
  ...["site/.vitepress/theme", "site/gallery", "site/playground", "site/shell"],
];

interface StyleRule {
  readonly selector: string;
  readonly declarations: string;
}

function listRules(folder: string): StyleRule[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(folder.endsWith("/styles") ? ".ts" : ".css"))
    .map((file) => readFileSync(join(root, folder, file), "utf8").replace(/\/\*.*?\*\//gs, ""))
    .flatMap((text) => [...text.matchAll(/([^{}`]+)\{([^{}]*)\}/g)])
    .map(([, selector = "", declarations = ""]) => ({ selector: selector.trim(), declarations }));
}

/** Whether a rule clips its content. Text with an ellipsis has no content besides the text. */
const clips = ({ selector, declarations }: StyleRule): boolean =>
  /(?:^|[;\s])overflow(?:-[a-z]+)?:[^;]*(?:auto|scroll|hidden|clip)/.test(declarations) &&
  !declarations.includes("text-overflow: ellipsis") &&
  selector !== "body";

// An absolutely positioned element in a box that is not positioned, such as a text for screen readers,
// is not clipped by the box and extends the content of an outer one.
it.each(FOLDERS)("positions each box in %s that scrolls or clips its content", (folder) => {
  const rules = listRules(folder);
  const positioned = new Set(
    rules.flatMap(({ selector, declarations }) =>
      /(?:^|[;\s])position:/.test(declarations) ? [selector] : [],
    ),
  );
  expect(rules).not.toEqual([]);
  const clipping = rules.filter(clips).map(({ selector }) => selector);
  expect(clipping.filter((selector) => !positioned.has(selector))).toEqual([]);
});
