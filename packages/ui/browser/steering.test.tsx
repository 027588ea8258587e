import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { createGate, type SteeringOutcome, scriptedAgent } from "@acp-store/testing";
import { createRoot } from "react-dom/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AgentPanel } from "../src/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";

interface PanelOptions {
  readonly followUps?: "queue" | "steer";
  /** Without it, the agent cannot be steered. */
  readonly outcome?: SteeringOutcome;
}

/** Shows a panel with a turn that runs until the gate is opened. */
async function openRunningTurn({ followUps, outcome }: PanelOptions) {
  const gate = createGate();
  const steered: string[] = [];
  const { connect } = scriptedAgent({
    protocolVersions: [1],
    onPrompt: (turn) => turn.hold(gate),
    ...(outcome !== undefined && {
      onSteer({ text }) {
        steered.push(text);
        return outcome;
      },
    }),
  });
  const store = createAcpStore();
  const agent = await connectAgent(store, connect());
  const { sessionId } = await agent.newSession({ cwd: "/p" });
  const host = document.body.appendChild(document.createElement("div"));
  host.style.height = "100vh";
  const root = createRoot(host);
  root.render(
    <AcpStoreProvider store={store}>
      <AgentPanel agent={agent} sessionId={sessionId} followUps={followUps} />
    </AcpStoreProvider>,
  );
  onTestFinished(async () => {
    root.unmount();
    host.remove();
    await agent.close();
  });
  await send("Begin");
  await gate.reached;
  await expect.element(page.getByRole("button", { name: "Stop" })).toBeVisible();
  return { steered };
}

const field = page.getByRole("textbox", { name: "Message" });
const queue = page.getByRole("region", { name: "Queued prompts" });
const injected = page.getByText("Sent into the running turn", { exact: true });

async function send(text: string, keys = "{Enter}"): Promise<void> {
  await field.fill(text);
  await field.click();
  await userEvent.keyboard(keys);
}

describe("a message while a turn is running", () => {
  it("is queued with Enter, and goes into the turn with Ctrl and Enter", async () => {
    const { steered } = await openRunningTurn({ outcome: "injected" });
    await expect.element(field).toHaveAttribute("placeholder", "Queue a follow-up message");
    await send("Keep the tests", "{Control>}{Enter}{/Control}");
    await expect.element(injected).toBeVisible();
    expect(steered).toEqual(["Keep the tests"]);
    await send("Later");
    await expect.element(queue.getByText("Later")).toBeVisible();
    expect(steered).toHaveLength(1);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: "__screenshots__/steering.png" });
  });

  it("goes into the turn with a button, for screens without a keyboard", async () => {
    const { steered } = await openRunningTurn({ outcome: "injected" });
    await field.fill("Keep the tests");
    await page.screenshot({ path: "__screenshots__/steering-button.png" });
    await page.getByRole("button", { name: "Send into the running turn" }).click();
    await expect.element(injected).toBeVisible();
    expect(steered).toEqual(["Keep the tests"]);
  });

  it("goes into the turn with Enter if the application chose that", async () => {
    const { steered } = await openRunningTurn({ outcome: "injected", followUps: "steer" });
    await expect
      .element(field)
      .toHaveAttribute("placeholder", "Send a message into the running turn");
    await send("Keep the tests");
    await expect.element(injected).toBeVisible();
    await send("Later", "{Meta>}{Enter}{/Meta}");
    await expect.element(queue.getByText("Later")).toBeVisible();
    expect(steered).toEqual(["Keep the tests"]);
  });

  it("is marked if the agent did not take it", async () => {
    await openRunningTurn({ outcome: "failed", followUps: "steer" });
    await send("Keep the tests");
    await expect.element(page.getByText("The agent did not take this message")).toBeVisible();
    await expect.element(page.getByText("Keep the tests")).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it("is queued with both keys if the agent cannot take it", async () => {
    await openRunningTurn({ followUps: "steer" });
    await send("Later", "{Control>}{Enter}{/Control}");
    await expect.element(queue.getByText("Later")).toBeVisible();
    expect(page.getByText(/into the turn/).elements()).toEqual([]);
  });
});
