import { expect, it } from "vitest";
import { getRequest, getStatus, getToolCallCard } from "./support/panel.js";
import {
  agentRequest,
  agentResponse,
  clientRequest,
  messageChunk,
  openAtEnd,
  sessionUpdate,
  writeRecording,
} from "./support/recordings.js";

const OPTIONS = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];

it("shows the conversation and the requests of a subagent", async () => {
  const child = { sessionId: "child", title: "Explore the sources" };
  const call = { toolCallId: "c1", title: "Search src", kind: "search" };
  const page = await openAtEnd(
    await writeRecording([
      clientRequest(0, "session/new", { cwd: "/work", mcpServers: [] }),
      agentResponse(0, { sessionId: "parent" }),
      clientRequest(1, "session/prompt", {
        sessionId: "parent",
        prompt: [{ type: "text", text: "Go" }],
      }),
      sessionUpdate("parent", {
        sessionUpdate: "subagent_update",
        ...child,
        state: { state: "running" },
      }),
      sessionUpdate("child", { sessionUpdate: "tool_call", ...call, status: "completed" }),
      messageChunk("child", "agent_message_chunk", "Found **three** files."),
      agentRequest("p1", "session/request_permission", {
        sessionId: "child",
        toolCall: { toolCallId: "c2", title: "Read secrets", kind: "read" },
        options: OPTIONS,
      }),
    ]),
  );
  await getRequest(page, `Subagent ${child.title} asks Read secrets`).waitFor();
  expect(await page.getByText("Found three files.").count()).toBe(0);
  const subagentCard = page.getByRole("article", { name: child.title });
  await subagentCard.getByRole("button", { name: /Explore the sources/ }).click();
  await subagentCard.getByText("Found three files.").waitFor();
  await getStatus(getToolCallCard(page, "Search src"), "completed").waitFor();
});
