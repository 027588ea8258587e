import "../support.js";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { provideAcpPersistence, provideAcpStore } from "@acp-store/angular";
import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { inputBinding, outputBinding, provideZonelessChangeDetection } from "@angular/core";
import { TestBed } from "@angular/core/testing";
import { configure, fireEvent, screen } from "@testing-library/dom";
import { beforeAll, describe, expect, it } from "vitest";
import type * as panel from "./AgentPanel.js";

// A busy machine may need more than the default of a second.
configure({ asyncUtilTimeout: 60_000 });

const folder = import.meta.dirname;
const output = join(folder, "../../.cache/panel");
/** The panel, compiled ahead of time. */
let compiled: typeof panel;

beforeAll(async () => {
  const manifest = createRequire(import.meta.url).resolve("@angular/compiler-cli/package.json");
  const compiler = join(dirname(manifest), "bundles/src/bin/ngc.js");
  rmSync(output, { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
  const file = join(output, "packages/angular/tests/panel/AgentPanel.js");
  compiled = await import(/* @vite-ignore */ file);
});

/** Shows the panel with a scripted agent. */
async function openPanel(onPrompt: (turn: Turn) => Promise<void>) {
  const store = createAcpStore({ scheduler: "sync" });
  const connection = await connectAgent(store, scriptedAgent({ onPrompt }).connect);
  const { sessionId } = await connection.newSession({ cwd: "/project" });
  TestBed.configureTestingModule({
    providers: [
      provideZonelessChangeDetection(),
      provideAcpStore(store),
      provideAcpPersistence(persistSessions(store, memoryStorage())),
    ],
  });
  const fixture = TestBed.createComponent(compiled.AgentPanel, {
    bindings: [
      inputBinding("sessionId", () => sessionId),
      outputBinding<string>("prompt", (text) => void connection.prompt(sessionId, text)),
      outputBinding("cancel", () => void connection.cancel(sessionId)),
    ],
  });
  await fixture.whenStable();
  return fixture;
}

describe("the example panel", () => {
  it("shows a turn, and answers its permission request", async () => {
    const fixture = await openPanel(async (turn) => {
      await turn.plan(["Read", "Edit"]);
      await turn.edit({ path: "/project/a.txt", oldText: "teh", newText: "the" });
      await turn.say("Fixed.");
    });
    const message = screen.getByRole<HTMLTextAreaElement>("textbox");
    fireEvent.input(message, { target: { value: "Fix the typo" } });
    await fixture.whenStable();
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Fix the typo");
    fireEvent.click(await screen.findByRole("button", { name: "Allow" }));
    await screen.findByText("Edit /project/a.txt: completed");
    await screen.findByText("Fixed.");
    expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
    expect(screen.getByRole("list", { name: "Plan" }).textContent).toContain("Read");
    await screen.findByRole("button", { name: "Send" });
    expect(message.value).toBe("");
  });
});

it("has the panel in the README", () => {
  const readme = readFileSync(join(folder, "../../README.md"), "utf8");
  const file = readFileSync(join(folder, "AgentPanel.ts"), "utf8");
  expect(readme).toContain(`\`\`\`ts\n${file}\`\`\``);
});
