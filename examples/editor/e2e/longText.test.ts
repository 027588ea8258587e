import type { Page } from "playwright";
import { expect, it } from "vitest";
import {
  agentResponse,
  clientRequest,
  messageChunk,
  openAtEnd,
  sessionUpdate,
  writeRecording,
} from "./support/recordings.js";

const SESSION = "s";
const TEXT = Array.from({ length: 5000 }, (_, at) => `Paragraph **${at}** of a long text.\n\n`);
const OUTPUT = Array.from({ length: 5000 }, (_, at) => `line ${at} of the output of a command\n`);

async function openLongText(): Promise<Page> {
  const toolCall = { toolCallId: "1", title: "Run", kind: "execute", status: "completed" };
  const content = [{ type: "content", content: { type: "text", text: OUTPUT.join("") } }];
  const file = await writeRecording([
    clientRequest(0, "session/new", { cwd: "/work", mcpServers: [] }),
    agentResponse(0, { sessionId: SESSION }),
    sessionUpdate(SESSION, { sessionUpdate: "tool_call", ...toolCall, content }),
    messageChunk(SESSION, "agent_message_chunk", TEXT.join("")),
  ]);
  return openAtEnd(file);
}

it("shows the start and the end of a long message, and everything on request", async () => {
  const page = await openLongText();
  const message = page.getByRole("article", { name: "Agent" });
  await message.getByText("Paragraph 4999 of").waitFor();
  expect(await message.getByText("Paragraph 0 of").count()).toBe(1);
  expect(await message.locator("p").count()).toBeLessThan(600);
  await message.getByRole("button", { name: /^Show all \d+k characters$/ }).click();
  await message.getByRole("button", { name: /characters/ }).waitFor({ state: "detached" });
  expect(await message.locator("p").count()).toBe(TEXT.length);
});

it("shows the end of a long output, and everything on request", async () => {
  const page = await openLongText();
  const output = page.getByRole("group", { name: "Output" });
  await output.getByText("line 4999 of").waitFor();
  expect(await output.innerText()).not.toContain("line 0 of");
  await page
    .getByRole("button", { name: /^Show all .*k characters$/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Loading/ }).waitFor({ state: "detached" });
  expect((await output.textContent())?.match(/line \d+ of/g)).toHaveLength(OUTPUT.length);
});
