import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ProtocolField, protocolFields } from "./support/protocolFields.js";

const page = join(import.meta.dirname, "../../../../docs/protocol.md");

describe("the page about the protocol", () => {
  const rows = readRows(readFileSync(page, "utf8")).map(inWords);
  const fields = [...protocolFields(1), ...protocolFields(2)].map(inWords);

  it("has a row for every field of every update and of the permission request", () => {
    const known = new Set(rows);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  });

  it("has no row for a field that the schemas do not have", () => {
    const known = new Set(fields);
    expect(rows.filter((row) => !known.has(row))).toEqual([]);
  });

  it("has each row once", () => {
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
  });
});

function inWords({ of, field, version }: ProtocolField): string {
  return `${of}.${field} in version ${version}`;
}

/** Names that are the heading's, or in a column of their own; then fields, and versions. */
function readRows(markdown: string): ProtocolField[] {
  let heading: string[] = [];
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("#")) heading = namesIn(line);
    const cells = line.split("|").slice(1, -1);
    const owners = cells.length === 4 ? namesIn(cells.shift() ?? "") : heading;
    const [fields = "", versions = ""] = cells;
    return owners.flatMap((of) =>
      namesIn(fields).flatMap((field) =>
        ([1, 2] as const)
          .filter((version) => versions.includes(String(version)))
          .map((version) => ({ of, field, version })),
      ),
    );
  });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
}
