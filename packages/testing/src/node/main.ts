#!/usr/bin/env node
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  checkScenario,
  formatScenarioReport,
  scenarioAgent,
  SCENARIOS,
} from "../scenarios/index.js";
import { serveStdio } from "./serveStdio.js";

const USAGE = `Plays an ACP agent on stdin and stdout, and checks the client that started it.

Usage: acp-scripted-agent --scenario NAME [--protocol 1|2] [--report FILE]
       acp-scripted-agent --list

  --scenario NAME   the situation to play, see --list
  --protocol 1|2    the only protocol version to support (default: both)
  --report FILE     write the report as JSON to this file
  --list            print the scenarios and their steps

The report is printed to stderr when the client closes stdin. The exit code is 1 if the client
violates a rule.
`;

/** Runs the program. Returns the exit code, or `undefined` while it serves a client. */
function run(args: readonly string[]): number | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: "string" },
      protocol: { type: "string" },
      report: { type: "string" },
      list: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.list) return print(formatList());
  if (values.help) return print(USAGE);
  if (values.scenario === undefined) throw new Error("The option --scenario is missing.");
  serveScenario(values.scenario, parseProtocol(values.protocol), values.report);
  return undefined;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

const formatList = (): string =>
  SCENARIOS.map(({ name, title, steps }) => {
    const numbered = steps.map((step, index) => `  ${index + 1}. ${step}`);
    return `${name}: ${title}\n${numbered.join("\n")}\n`;
  }).join("\n");

function parseProtocol(text: string | undefined): readonly (1 | 2)[] | undefined {
  if (text === undefined) return undefined;
  if (text === "1") return [1];
  if (text === "2") return [2];
  throw new Error(`--protocol must be 1 or 2, not "${text}".`);
}

function serveScenario(
  name: string,
  protocolVersions: readonly (1 | 2)[] | undefined,
  reportFile: string | undefined,
): void {
  const agent = scenarioAgent(name, protocolVersions);
  // The scenario of a dying agent ends the process itself.
  process.once("exit", () => {
    const report = checkScenario(name, agent.frames);
    process.stderr.write(`${formatScenarioReport(report)}\n`);
    if (reportFile !== undefined) writeFileSync(reportFile, JSON.stringify(report, null, 2));
    if (!report.isPassed) process.exitCode = 1;
  });
  void serveStdio(agent);
}

try {
  const exitCode = run(process.argv.slice(2));
  if (exitCode !== undefined) process.exitCode = exitCode;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 2;
}
