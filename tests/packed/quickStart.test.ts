import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/chromium.mjs";
import { readFiles, readSnippets } from "../docs/snippets.js";

const folder = inject("freshProject");
const executablePath = findChromium();

/** The files that the template of Vite contains and the page needs. */
const TEMPLATE = {
  "package.json": '{ "name": "my-panel", "private": true, "type": "module" }',
  "index.html":
    '<link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  "src/main.tsx": mainOf("App"),
};

/** Returns the entry of the template, with another component. */
function mainOf(component: string): string {
  return `
    import { StrictMode } from "react";
    import { createRoot } from "react-dom/client";
    import "./index.css";
    import Page from "./${component}.tsx";
    createRoot(document.getElementById("root")!).render(<StrictMode><Page /></StrictMode>);`;
}

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

const QUICK_START = { ...TEMPLATE, ...readFiles("docs/quick-start.md") };

/** Starts the development server in the project of the quick start, or with other files. */
async function openProject(
  name: string,
  otherFiles: Readonly<Record<string, string>> = {},
  projectFiles: Readonly<Record<string, string>> = QUICK_START,
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const project = join(folder, "programs", name);
  const files = { ...projectFiles, ...otherFiles };
  mkdirSync(join(project, "src"), { recursive: true });
  for (const [file, code] of Object.entries(files)) writeFileSync(join(project, file), code);
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
  return { page, problems };
}

/** Returns the files of the panel without a framework, which keeps the bridge and the agent of the quick start. */
function createPlainProject(): Record<string, string> {
  const { "vite.config.ts": config = "", "agent.mjs": agent = "" } =
    readFiles("docs/quick-start.md");
  return {
    "package.json": TEMPLATE["package.json"],
    "index.html":
      '<link rel="icon" href="data:,"><link rel="stylesheet" href="/src/style.css"><div id="app"></div><script type="module" src="/src/main.ts"></script>',
    "vite.config.ts": config
      .replace('import react from "@vitejs/plugin-react";\n', "")
      .replace("react(), ", ""),
    "agent.mjs": agent,
    ...readFiles("docs/without-react.md"),
  };
}

describe.skipIf(executablePath === undefined)("the project of the quick start", () => {
  it.each([
    ["React", QUICK_START],
    ["the plain DOM", createPlainProject()],
  ])("shows its panel with %s, which asks before an edit", async (name, files) => {
    const { page, problems } = await openProject(`my-panel-${name.length}`, {}, files);
    await page.getByRole("textbox", { name: "Message" }).fill("Fix the typo");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("Agent: Fixed.").waitFor();
    await page.getByText("Edit /project/a.txt completed").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    expect(problems).toEqual([]);
  });

  const [, fourParts = ""] = readSnippets("packages/ui/README.md").map(({ code }) => code);
  it.each([
    ["the finished panel", { "src/main.tsx": mainOf("FinishedPanel") }],
    [
      "a panel of four parts",
      {
        "src/main.tsx": mainOf("Parts"),
        "src/ReviewPanel.tsx": fourParts,
        "src/Parts.tsx": `
          import { use } from "react";
          import { opened, store } from "./agent";
          import { ReviewPanel } from "./ReviewPanel";
          export default function Parts() {
            return <ReviewPanel store={store} {...use(opened)} />;
          }`,
      },
    ],
  ])("shows %s with the diff of an edit", async (_name, files) => {
    const { page, problems } = await openProject(`parts-${Object.keys(files).length}`, files);
    const message = page.getByRole("textbox", { name: "Message" });
    await message.fill("Fix the typo");
    await message.press("Enter");
    const request = page.getByRole("group", { name: "Edit /project/a.txt" });
    await request.getByText("teh").waitFor();
    await request.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByText("Fixed.").waitFor();
    await page
      .getByRole("article", { name: "Edit /project/a.txt" })
      .locator('[data-phase="completed"]')
      .waitFor();
    expect(problems).toEqual([]);
  });
});
