import { expect, it } from "vitest";
import { card, request as prompt, status } from "./support/panel.js";
import {
  answer,
  asked,
  chunk,
  openAtEnd,
  request,
  update,
  writeRecording,
} from "./support/recordings.js";

const OPTIONS = [{ optionId: "yes", name: "Allow", kind: "allow_once" }];

it("shows what a subagent does and asks for, within the conversation", async () => {
  const child = { sessionId: "child", title: "Explore the sources" };
  const call = { toolCallId: "c1", title: "Search src", kind: "search" };
  const page = await openAtEnd(
    await writeRecording([
      request(0, "session/new", { cwd: "/work", mcpServers: [] }),
      answer(0, { sessionId: "parent" }),
      request(1, "session/prompt", { sessionId: "parent", prompt: [{ type: "text", text: "Go" }] }),
      update("parent", { sessionUpdate: "subagent_update", ...child, state: { state: "running" } }),
      update("child", { sessionUpdate: "tool_call", ...call, status: "completed" }),
      chunk("child", "agent_message_chunk", "Found **three** files."),
      asked("p1", "session/request_permission", {
        sessionId: "child",
        toolCall: { toolCallId: "c2", title: "Read secrets", kind: "read" },
        options: OPTIONS,
      }),
    ]),
  );
  await prompt(page, "Read secrets").waitFor();
  expect(await page.getByText("Found three files.").count()).toBe(0);
  const part = page.getByRole("article", { name: child.title });
  await part.getByRole("button", { name: /Explore the sources/ }).click();
  await part.getByText("Found three files.").waitFor();
  await status(card(page, "Search src"), "completed").waitFor();
});
