// Writes the tables of docs/conformance.md from the rules of the conformance check, and from the
// list of the requirements of the compatibility kit. Needs the built check: npx tsc -b Usage: node
// scripts/generate-conformance-tables.mjs [--check]      (--check: only check whether the page is
// current)
import { readFileSync, writeFileSync } from "node:fs";
import { RULES } from "../packages/check/dist/rules.js";

/**
 * @typedef {import("../packages/check/dist/rules.js").FindingCode} FindingCode
 * @typedef {{ id: string, version: 1 | 2, summary: string, trace: boolean, reason?: string }} Requirement
 */

const PAGE = new URL("../docs/conformance.md", import.meta.url);
const REQUIREMENTS = new URL("../packages/check/tests/tckRequirements.json", import.meta.url);
const VERSIONS = /** @type {const} */ ([1, 2]);
const SIDES = { agent: "agent", client: "client", both: "either" };

/** @type {{ requirements: Requirement[] }} */
const { requirements } = JSON.parse(readFileSync(REQUIREMENTS, "utf8"));
const codes = /** @type {FindingCode[]} */ (Object.keys(RULES));

/** @param {Requirement} requirement */
const isCovered = ({ id, version }) => codes.some((code) => RULES[code].tck[version].includes(id));

const unknown = codes.flatMap((code) =>
  VERSIONS.flatMap((version) =>
    RULES[code].tck[version]
      .filter((id) => !requirements.some((known) => known.id === id && known.version === version))
      .map((id) => `${code}: ${id} (version ${version})`),
  ),
);
if (unknown.length > 0)
  throw new Error(`Rules name requirements that the kit does not have:\n${unknown.join("\n")}`);

const coverage = VERSIONS.map((version) => {
  const all = requirements.filter((requirement) => requirement.version === version);
  const visible = all.filter(({ trace }) => trace);
  return `Version ${version} has ${all.length} requirements. A trace can show violations of ${visible.length}, and the rules cover ${all.filter(isCovered).length}.`;
}).join(" ");

const tables = {
  rules: formatTable(
    ["Code", "Severity", "Broken by", "Rule", "Requirements of the kit"],
    codes.map((code) => {
      const { severity, side, text, link, tck } = RULES[code];
      const links =
        link[1] === link[2] ? `[page](${link[1]})` : `[v1](${link[1]}), [v2](${link[2]})`;
      const listed = VERSIONS.filter((version) => tck[version].length > 0).map(
        (version) => `v${version}: ${tck[version].map(shortId).join(", ")}`,
      );
      return [`\`${code}\``, severity, SIDES[side], `${text} ${links}`, listed.join("; ")];
    }),
  ),
  coverage,
  invisible: formatRequirements(
    requirements.filter((requirement) => !requirement.trace && !isCovered(requirement)),
    "Why a trace cannot show it",
    ({ reason = "" }) => reason,
  ),
  missing: formatMissing(
    requirements.filter((requirement) => requirement.trace && !isCovered(requirement)),
  ),
};

const page = readFileSync(PAGE, "utf8");
const current = Object.entries(tables).reduce(insert, page);
if (current === page) console.log("docs/conformance.md is current.");
else if (process.argv.includes("--check")) {
  console.error(
    "docs/conformance.md is out of date. Run npx tsc -b && node scripts/generate-conformance-tables.mjs",
  );
  process.exitCode = 1;
} else {
  writeFileSync(PAGE, current);
  console.log("docs/conformance.md was written.");
}

/**
 * Lists requirements with the same text in one row.
 * @param {Requirement[]} listed
 * @param {string} title
 * @param {(requirement: Requirement) => string} textOf
 */
function formatRequirements(listed, title, textOf) {
  const texts = [...new Set(listed.map(textOf))];
  return formatTable(
    [title, "Version 1", "Version 2"],
    texts.map((text) => [
      text,
      ...VERSIONS.map((version) =>
        listed
          .filter((requirement) => requirement.version === version && textOf(requirement) === text)
          .map(({ id }) => shortId(id))
          .join(", "),
      ),
    ]),
  );
}

/** @param {Requirement[]} missing */
function formatMissing(missing) {
  if (missing.length === 0) return "The rules cover all other requirements.";
  const table = formatRequirements(missing, "Requirement", ({ summary }) => summary);
  return `A trace can show violations of these requirements, but no rule covers them yet:\n\n${table}`;
}

/** @param {string} id */
function shortId(id) {
  return id.replace(/^ACP-/, "");
}

/**
 * @param {string[]} header
 * @param {string[][]} rows
 */
function formatTable(header, rows) {
  const lines = [header, header.map(() => "---"), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/**
 * Replaces the text between the markers of a table.
 * @param {string} text
 * @param {[string, string]} table
 */
function insert(text, [name, content]) {
  const start = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/conformance.md has no "${start} … ${end}".`);
  return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
}
