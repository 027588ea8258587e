import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type ProtocolField, protocolFields } from "./support/protocolFields.js";

const page = join(import.meta.dirname, "../../../../docs/protocol.md");

describe("docs/protocol.md", () => {
  const rows = readRows(readFileSync(page, "utf8")).map(describeField);
  const fields = [...protocolFields(1), ...protocolFields(2)].map(describeField);

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

function describeField({ owner, field, version }: ProtocolField): string {
  return `${owner}.${field} in version ${version}`;
}

/**
 * Reads the rows of all tables. A row lists fields and versions. Its owners are in a separate
 * column or in the heading above the table.
 */
function readRows(markdown: string): ProtocolField[] {
  let heading: string[] = [];
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("#")) heading = namesIn(line);
    const cells = line.split("|").slice(1, -1);
    const owners = cells.length === 4 ? namesIn(cells.shift() ?? "") : heading;
    const [fields = "", versions = ""] = cells;
    return owners.flatMap((owner) =>
      namesIn(fields).flatMap((field) =>
        ([1, 2] as const)
          .filter((version) => versions.includes(String(version)))
          .map((version) => ({ owner, field, version })),
      ),
    );
  });
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
}
