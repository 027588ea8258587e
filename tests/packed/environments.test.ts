import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/chromium.mjs";

const folder = inject("freshProject");
const run = promisify(execFile);

/** Connects to a scripted agent through the official SDK, and prints the state after a turn. */
const PROGRAM = `
import { connectAgent } from "@acp-store/client";
import { createAcpStore, selectPendingPermissions, selectToolCalls } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";

const store = createAcpStore({ scheduler: "sync" });
const agent = scriptedAgent({
  async onPrompt(turn) {
    await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
  },
});
store.watch({ type: "table", table: "permissions" }, () => {
  for (const { permissionId, options } of selectPendingPermissions(store.getState()))
    store.respondToPermission(permissionId, options[0].optionId);
});
const connection = await connectAgent(store, agent.connect);
const { sessionId } = await connection.newSession({ cwd: "/project" });
await connection.prompt(sessionId, "Fix the typo");
for (const { title, status } of selectToolCalls(store.getState(), sessionId)) console.log(title + ": " + status);
await connection.close();
`;

describe("a program without a bundler", () => {
  it.each([
    ["Node.js", process.execPath, []],
    ["Bun", "node_modules/.bin/bun", ["run"]],
    ["Deno", "node_modules/.bin/deno", ["run", "--node-modules-dir=manual", "--allow-all"]],
  ])("runs in %s", async (_name, command, args) => {
    const file = join(folder, "program.mjs");
    writeFileSync(file, PROGRAM);
    const { stdout } = await run(command, [...args, file], { cwd: folder });
    expect(stdout).toBe("Edit /project/a.txt: completed\n");
  });
});

/** A page that is rendered on a server, and continues in the browser with the same state. */
const APP = `
import { AcpSessionProvider, AcpStoreProvider, useTimeline, useMessageRun } from "@acp-store/react";
import { createElement } from "react";

function Row({ id, run }) {
  return createElement("p", null, useMessageRun(id, run).map((block) => block.text));
}

function Conversation() {
  return useTimeline().map(({ id, run }) => createElement(Row, { key: id + run, id, run }));
}

export function App({ store }) {
  return createElement(AcpStoreProvider, { store },
    createElement(AcpSessionProvider, { sessionId: "s1" }, createElement(Conversation)));
}
`;
const SERVER = `
import { createAcpStore, serialize } from "@acp-store/core";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { App } from "./App.js";

const chunk = (text) => ({ sessionUpdate: "agent_message_chunk", messageId: "m", content: { type: "text", text } });

export function render() {
  const live = createAcpStore();
  live.ingest({ sessionId: "s1", update: chunk("Rendered on the server. ") });
  const store = createAcpStore({ initialState: live.getState() });
  return { html: renderToString(createElement(App, { store })), state: JSON.stringify(serialize(store.getState())) };
}
`;
const CLIENT = `
import { createAcpStore, deserialize } from "@acp-store/core";
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./App.js";

const saved = JSON.parse(document.getElementById("state").textContent);
const store = createAcpStore({ initialState: deserialize(saved) });
hydrateRoot(document.getElementById("root"), createElement(App, { store }));
const content = { type: "text", text: "Updated in the browser." };
addEventListener("click", () =>
  store.ingest({ sessionId: "s1", update: { sessionUpdate: "agent_message_chunk", messageId: "m", content } }),
);
`;

describe("a page with React", () => {
  const executablePath = findChromium();

  it.skipIf(executablePath === undefined)(
    "is rendered on a server, and continues in a browser",
    async () => {
      const root = join(folder, "page");
      mkdirSync(root, { recursive: true });
      const files = { "App.js": APP, "server.js": SERVER, "client.js": CLIENT };
      for (const [name, code] of Object.entries(files)) writeFileSync(join(root, name), code);
      const options = { root, configFile: false, logLevel: "silent" } as const;
      await build({ ...options, build: { ssr: "server.js", outDir: "server" } });
      const { render } = await import(join(root, "server/server.js"));
      const { html, state } = render();
      expect(html).toBe("<p>Rendered on the server. </p>");
      writeFileSync(
        join(root, "index.html"),
        [
          `<link rel="icon" href="data:,"><div id="root">${html}</div>`,
          `<script type="application/json" id="state">${state}</script>`,
          '<script type="module" src="/client.js"></script>',
        ].join("\n"),
      );
      await build(options);
      const server = await preview({ ...options, preview: { port: 0 } });
      onTestFinished(() => server.close());
      const browser = await chromium.launch({
        args: CHROMIUM_ARGS,
        ...(executablePath !== undefined && { executablePath }),
      });
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      await page.goto(server.resolvedUrls?.local[0] ?? "");
      await page.getByText("Rendered on the server.").click();
      await page.getByText("Rendered on the server. Updated in the browser.").waitFor();
      expect(problems).toEqual([]);
    },
  );
});
