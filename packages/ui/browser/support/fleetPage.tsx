import type { HostFleetOptions } from "@acp-store/fleet/mirror";
import type { FleetOptions } from "@acp-store/fleet/owner";
import type { AgentScript } from "@acp-store/testing";
import { render } from "@testing-library/react";
import { StrictMode } from "react";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type TestAgent, testAgent, testFleet } from "../../../fleet/tests/support/agents.js";
import { openPage, testServer } from "../../../fleet/tests/support/pages.js";
import { FleetApp, type FleetAppProps } from "../../src/fleet/index.js";

/** The folder of the agents. */
export const FOLDER = "/work";

/** An agent that works in a folder. A prompt "Edit" asks for permission, and "Fail" fails. */
export function agent(id: string, script: Partial<AgentScript> = {}): TestAgent {
  const scripted = testAgent(id, {
    async onPrompt(turn) {
      if (turn.text === "Fail") throw new Error("The model is overloaded.");
      if (turn.text === "Edit") await turn.edit({ path: "/work/a.ts", oldText: "a", newText: "b" });
      await turn.say("Done.");
    },
    ...script,
  });
  return { ...scripted, definition: { ...scripted.definition, cwd: FOLDER } };
}

/** Shows the page of a fleet. */
export async function openFleet(
  agents: readonly TestAgent[],
  props: Omit<FleetAppProps, "fleet"> = {},
  options: Partial<FleetOptions> = {},
  hostOptions: HostFleetOptions = {},
) {
  const owner = testFleet(agents, options);
  await owner.fleet.restore();
  const server = testServer(owner.fleet, hostOptions);
  let breakLink = (): void => {};
  const opened = openPage(() => {
    const link = server.openLink();
    return {
      ...link,
      onClose(listener) {
        breakLink = () => {
          link.close();
          listener();
        };
        return link.onClose(listener);
      },
    };
  });
  await opened.whenLive();
  render(
    <StrictMode>
      <div style={{ height: "100vh" }}>
        <FleetApp fleet={opened.page} {...props} />
      </div>
    </StrictMode>,
  );
  return { ...owner, ...opened, breakLink: () => breakLink() };
}

export const button = (name: string | RegExp) => page.getByRole("button", { name });
export const message = page.getByRole("textbox", { name: "Message" });
export const start = (name: string) => page.getByRole("listitem").getByRole("button", { name });

/** Sends a prompt in the shown session. */
export async function send(text: string): Promise<void> {
  await expect.element(message).toHaveFocus();
  await userEvent.keyboard(`${text}{Enter}`);
}
