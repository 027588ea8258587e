import * as ui from "@acp-store/ui";
import * as diff from "@acp-store/ui/diff";
import * as fleet from "@acp-store/ui/fleet";
import * as highlight from "@acp-store/ui/highlight";
import * as markdown from "@acp-store/ui/markdown";
import * as output from "@acp-store/ui/output";
import { describe, expect, it } from "vitest";
import * as examples from "../gallery/examples.js";
import { getPartCode } from "../gallery/partCode.js";
import { PARTS } from "../gallery/parts.js";
import { RECORDINGS } from "../playground/recordings.js";

/** Exports that render nothing themselves, and a whole application, which needs a server. */
const NO_PARTS = ["AcpUiProvider", "FleetApp"];
const entries = {
  ui,
  "ui/diff": diff,
  "ui/fleet": fleet,
  "ui/highlight": highlight,
  "ui/markdown": markdown,
  "ui/output": output,
};
const components = Object.entries(entries).flatMap(([entry, exports]) =>
  Object.keys(exports)
    .filter((name) => /^[A-Z][a-z]/.test(name) && !NO_PARTS.includes(name))
    .map((name) => `${entry} ${name}`),
);

describe("the gallery", () => {
  it("has an entry for each component of @acp-store/ui", () => {
    expect(PARTS.map(({ entry, name }) => `${entry} ${name}`).toSorted()).toEqual(
      components.toSorted(),
    );
  });

  it("has an example for each part", () => {
    expect(Object.keys(examples).toSorted()).toEqual(
      PARTS.map(({ name }) => `${name}Example`).toSorted(),
    );
  });

  it.each(PARTS)("shows the code of $name with its import", (part) => {
    const code = getPartCode(part);
    expect(code).toMatch(new RegExp(`^import \\{.*\\b${part.name}\\b.*\\} from "@acp-store/`, "m"));
    expect(code).toContain("export const Example = () =>");
    expect(code).toContain(`<${part.name}`);
  });

  it.each(PARTS)("names recordings that exist for $name", ({ states }) => {
    const ids = RECORDINGS.map(({ id }) => id);
    for (const { recording } of states) expect(ids).toContain(recording);
  });
});
