import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createClone, removeClone, START_MS } from "./support/createClone.js";

/** Imports the packages of the README, and uses the store. */
const PROGRAM = `
  import { createAcpStore, selectToolCall } from "@acp-store/core";
  import { connectAgent } from "@acp-store/client";
  import { useToolCalls } from "@acp-store/react";
  const store = createAcpStore();
  const update = { sessionUpdate: "tool_call", toolCallId: "call_1", title: "Read main.ts" };
  store.ingest({ sessionId: "s1", update });
  const { phase } = selectToolCall(store.getState(), "s1", "call_1");
  console.log(typeof connectAgent, typeof useToolCalls, phase);
`;

it(
  "packs the packages and installs them in another project with the commands of the README",
  () => {
    const clone = createClone();
    onTestFinished(() => removeClone(clone));
    const readme = readFileSync(join(clone, "README.md"), "utf8");
    const [pack = "", install = ""] = readme.match(/^npm .*acp-store-packages.*$/gm) ?? [];
    const { NODE_ENV: _, INIT_CWD: __, ...env } = process.env;
    const run = (command: string, cwd: string): void =>
      void execFileSync(command, { cwd, env, shell: true, stdio: ["ignore", "ignore", "inherit"] });
    run(pack, clone);
    const project = join(clone, "../my-panel");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
    run(`${install} --prefer-offline --loglevel=error`, project);
    writeFileSync(join(project, "main.js"), PROGRAM);
    const output = execFileSync(process.execPath, ["main.js"], { cwd: project, encoding: "utf8" });
    expect(output).toBe("function function pending\n");
  },
  START_MS,
);
