import { FleetProvider } from "@acp-store/fleet/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { testAgent, testFleet } from "../../../fleet/tests/support/agents.js";
import { Inbox } from "../../src/fleet/Inbox.js";

it("names the subagent whose request a row shows", async () => {
  const { fleet, get } = testFleet([
    testAgent("gemini", {
      async onPrompt(turn) {
        const subagent = await turn.subagent("Explore");
        await subagent.run({ command: "npm test" });
      },
    }),
  ]);
  const { connection } = get("gemini");
  const { sessionId } = await connection.newSession({ cwd: "/w" });
  render(
    <FleetProvider fleet={fleet}>
      <Inbox onOpen={() => {}} />
    </FleetProvider>,
  );
  connection.prompt(sessionId, "Go").catch(() => {});
  expect(await screen.findByText("Subagent Explore: npm test")).toBeDefined();
});
