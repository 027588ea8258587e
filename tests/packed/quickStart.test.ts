import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright";
import { expect, inject, it, onTestFinished } from "vitest";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/chromium.mjs";
import { readFiles } from "../docs/snippets.js";

const folder = inject("freshProject");
const executablePath = findChromium();

/** The files that the template of Vite contains, as far as the page needs them. */
const TEMPLATE = {
  "package.json": '{ "name": "my-panel", "private": true, "type": "module" }',
  "index.html":
    '<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  "src/main.tsx": `
    import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    import "./index.css";
    import App from "./App.tsx";
    createRoot(document.getElementById("root")!).render(<StrictMode><App /></StrictMode>);`,
};

/** Starts the development server of Vite in a project. Resolves with its address. */
function startVite(project: string): Promise<string> {
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  const server = spawn(process.execPath, [vite, "--port", "0"], {
    cwd: project,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.once("exit", () => resolve());
        server.kill();
      }),
  );
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: unknown): void => {
      output += String(chunk);
      const address = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", () => reject(new Error(`Vite has exited:\n${output}`)));
  });
}

it.skipIf(executablePath === undefined)(
  "shows the panel of the quick start, which asks before an edit",
  async () => {
    const project = join(folder, "programs/my-panel");
    const files = { ...TEMPLATE, ...readFiles("docs/quick-start.md") };
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["vite.config.ts", "src/App.tsx", "src/index.css", "agent.mjs"]),
    );
    mkdirSync(join(project, "src"), { recursive: true });
    for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code);
    const address = await startVite(project);
    const browser = await chromium.launch({
      args: CHROMIUM_ARGS,
      ...(executablePath !== undefined && { executablePath }),
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    await page.goto(address);
    await page.getByRole("textbox", { name: "Message" }).fill("Fix the typo");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("Agent: Fixed.").waitFor();
    await page.getByText("Edit /project/a.txt completed").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(problems).toEqual([]);
  },
);
