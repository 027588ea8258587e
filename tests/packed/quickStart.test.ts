import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** Starts the development server of Vite in a project. Resolves with its address, or the one of the agents. */
function startVite(project: string, pattern = /http:\/\/localhost:\d+/): Promise<string> {
  const vite = join(folder, "node_modules/vite/bin/vite.js");
  const server = spawn(process.execPath, [vite, "--port", "0"], {
    cwd: project,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      XDG_DATA_HOME: join(project, "data"),
      NO_COLOR: "1",
    },
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
      const address = pattern.exec(output)?.[0];
      if (address !== undefined) resolve(address);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.once("exit", () => reject(new Error(`Vite has exited:\n${output}`)));
  });
}

const OWN_CONNECTION = { ...TEMPLATE, ...readFiles("docs/own-connection.md") };

/** Starts the development server in the project with its own connection, or with other files. */
async function openProject(
  name: string,
  otherFiles: Readonly<Record<string, string>> = {},
  projectFiles: Readonly<Record<string, string>> = OWN_CONNECTION,
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const project = join(folder, "programs", name);
  const files = { ...projectFiles, ...otherFiles };
  mkdirSync(join(project, "src"), { recursive: true });
  for (const [file, code] of Object.entries(files)) writeFileSync(join(project, file), code);
  return openPage(await startVite(project));
}

/** Opens a page in a new browser. */
async function openPage(
  address: string,
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath !== undefined && { executablePath }),
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  await page.goto(address);
  return { page, problems };
}

/** Returns the files of the panel without a framework, which keeps the bridge and the agent. */
function createPlainProject(): Record<string, string> {
  const { "vite.config.ts": config = "", "agent.mjs": agent = "" } =
    readFiles("docs/own-connection.md");
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

/** Creates a project with the packed template. Its packages are those of the folder above it. */
function createProject(name: string): string {
  const project = join(folder, "programs", name);
  mkdirSync(join(folder, "programs"), { recursive: true });
  const program = join(folder, "node_modules/create-acp-store/create.mjs");
  execFileSync(process.execPath, [program, project], { stdio: "pipe" });
  return project;
}

const AGENTS_ADDRESS = /http:\/\/localhost:\d+\/\?token=\S+/;

/** Sends a prompt to the scripted agent, and answers its question. */
async function finishTurn(page: Page): Promise<void> {
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Fix the typo");
  await message.press("Enter");
  const request = page.getByRole("group", { name: "Edit /project/a.txt" });
  await request.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Fixed.").waitFor();
}

describe.skipIf(executablePath === undefined)("the project that the template creates", () => {
  it("has the files of the quick start", () => {
    const project = createProject("template-files");
    const files = readFiles("docs/quick-start.md");
    for (const name of ["vite.config.ts", "src/main.tsx", "agent.mjs"])
      expect(readFileSync(join(project, name), "utf8")).toBe(`// ${name}\n${files[name]}`);
    const manifest = readFileSync(join(project, "package.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({
      name: "template-files",
      dependencies: { "@acp-store/ui": expect.stringMatching(/^\^\d+\.\d+\.\d+$/) },
    });
    expect(() => createProject("template-files")).toThrow("is not empty");
  });

  it("shows several agents in two tabs, and says why one cannot start", async () => {
    const project = createProject("template-page");
    const config = readFileSync(join(project, "vite.config.ts"), "utf8");
    writeFileSync(
      join(project, "vite.config.ts"),
      config.replace(/command: "npx", args: \[.*\]/, 'command: "nosuchagent"'),
    );
    const { page, problems } = await openPage(await startVite(project, AGENTS_ADDRESS));
    await page.getByRole("button", { name: "Scripted agent Starts when it is needed" }).click();
    await finishTurn(page);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByText("Fixed.").waitFor();
    await tab.getByRole("button", { name: "New session", exact: true }).click();
    await tab.getByRole("button", { name: "Gemini CLI Starts when it is needed" }).click();
    await tab.getByRole("alert").getByText('The command "nosuchagent" was not found.').waitFor();
    // The other tab lists it, and still shows its session after a reload.
    await page.reload();
    await page.getByText("Fixed.").waitFor();
    await page.getByRole("region", { name: "Inbox" }).getByText("Gemini CLI").waitFor();
    expect(problems).toEqual([]);
  });

  it.each([
    [
      "the parts in an own arrangement",
      {
        "src/main.tsx": `
          import { connectFleet } from "@acp-store/fleet/mirror";
          import { socketLink } from "@acp-store/mirror";
          import "@acp-store/ui/style.css";
          import { createRoot } from "react-dom/client";
          import { Parts } from "./Parts";
          const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
          createRoot(document.getElementById("root")!).render(<Parts fleet={fleet} folder="/project" />);`,
      },
    ],
    [
      "the parts and hooks",
      {
        "src/main.tsx": `
          import { connectFleet } from "@acp-store/fleet/mirror";
          import { FleetProvider } from "@acp-store/fleet/react";
          import { socketLink } from "@acp-store/mirror";
          import "@acp-store/ui/style.css";
          import { createRoot } from "react-dom/client";
          import { Parts } from "./Parts";
          import { Titles } from "./Titles";
          const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
          createRoot(document.getElementById("root")!).render(
            <FleetProvider fleet={fleet}><Titles /><Parts fleet={fleet} folder="/project" /></FleetProvider>);`,
      },
    ],
  ])("shows %s", async (name, files) => {
    const project = createProject(`template-${name.length}`);
    const { "src/Parts.tsx": parts = "", "src/Titles.tsx": titles = "" } =
      readFiles("docs/quick-start.md");
    const all = { ...files, "src/Parts.tsx": parts, "src/Titles.tsx": titles };
    for (const [file, code] of Object.entries(all)) writeFileSync(join(project, file), code);
    const { page, problems } = await openPage(await startVite(project, AGENTS_ADDRESS));
    await page.getByRole("button", { name: "New session" }).click();
    await finishTurn(page);
    if (name.includes("hooks")) await page.getByText("Edit /project/a.txt: completed").waitFor();
    expect(problems).toEqual([]);
  });
});

describe.skipIf(executablePath === undefined)("the project with its own connection", () => {
  it.each([
    ["React", OWN_CONNECTION],
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

  const fourParts = readSnippets("packages/ui/README.md")
    .map(({ code }) => code)
    .find((code) => code.includes("function ReviewPanel"));
  it.each([
    ["the finished panel", { "src/main.tsx": mainOf("FinishedPanel") }],
    [
      "a panel of four parts",
      {
        "src/main.tsx": mainOf("Parts"),
        "src/ReviewPanel.tsx": fourParts ?? "",
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
