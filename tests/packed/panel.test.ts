import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, it } from "vitest";
import { readSnippets } from "../docs/snippets.js";

const folder = inject("freshProject");
const [panelTest] = readSnippets("packages/testing/README.md");

it("runs the tests of the panel in the README of the testing package", async () => {
  const project = join(folder, "programs/panel");
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "Panel.test.tsx"), panelTest?.code ?? "");
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { jsx: "react-jsx", module: "preserve", strict: true } }),
  );
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--reporter=json"], {
    cwd: project,
    // The variables of this test run would make the new one its worker.
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
  expect({ status, ...report }).toMatchObject({
    status: 0,
    numPassedTests: 3,
    numFailedTests: 0,
  });
});
