import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../tests/support/programs.js";

const SESSION = "long";

/** A recording of this many messages and tool calls, in the usual mix; returns its file. */
export async function writeLongRecording(items: number): Promise<string> {
  const file = join(await temporaryFolder(), "long.jsonl");
  const lines = longTraffic(items).map((frame, t) => JSON.stringify({ t, ...frame }));
  await writeFile(file, lines.join("\n"));
  return file;
}

interface Sent {
  readonly dir: "recv" | "sent";
  readonly msg: object;
}

/** Turns of ten items: the prompt, a thought, six tool calls, and two messages. */
function longTraffic(items: number): Sent[] {
  const frames: Sent[] = [
    request(0, "session/new", { cwd: "/work", mcpServers: [] }),
    answer(0, { sessionId: SESSION }),
  ];
  for (let turn = 1; turn <= items / 10; turn += 1) {
    const prompt = [{ type: "text", text: `Prompt ${turn} of many` }];
    frames.push(request(turn, "session/prompt", { sessionId: SESSION, prompt }));
    frames.push(chunk("agent_thought_chunk", `Thinking about **part ${turn}**.`));
    for (let call = 0; call < 3; call += 1) frames.push(...toolCall(turn, call));
    frames.push(chunk("agent_message_chunk", `Half of turn ${turn} is done.\n\n- one\n- two`));
    for (let call = 3; call < 6; call += 1) frames.push(...toolCall(turn, call));
    frames.push(chunk("agent_message_chunk", report(turn)));
    frames.push(answer(turn, { stopReason: "end_turn" }));
  }
  return frames;
}

function toolCall(turn: number, call: number): Sent[] {
  const toolCallId = `${turn}-${call}`;
  const path = `/work/src/part-${turn}.ts`;
  const [kind, content] =
    call % 3 === 0
      ? ["edit", [{ type: "diff", path, oldText: `a\nb${turn}\nc\n`, newText: `a\nB${call}\nc\n` }]]
      : call % 3 === 1
        ? [
            "execute",
            [{ type: "content", content: { type: "text", text: "ok\n".repeat(turn % 9) } }],
          ]
        : ["read", []];
  return [
    update({ sessionUpdate: "tool_call", toolCallId, title: `${kind} ${turn}.${call}`, kind }),
    update({ sessionUpdate: "tool_call_update", toolCallId, status: "completed", content }),
  ];
}

const report = (turn: number): string =>
  `## Turn ${turn}\n\nSome text with \`code\`, **bold** words and a list:\n\n` +
  "1. first\n2. second\n\n```ts\nexport const answer = 42;\n```\n".repeat(1 + (turn % 3));

const request = (id: number, method: string, params: object): Sent => ({
  dir: "sent",
  msg: { jsonrpc: "2.0", id, method, params },
});

const answer = (id: number, result: object): Sent => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", id, result },
});

const update = (fields: object): Sent => ({
  dir: "recv",
  msg: { jsonrpc: "2.0", method: "session/update", params: { sessionId: SESSION, update: fields } },
});

const chunk = (sessionUpdate: string, text: string): Sent =>
  update({ sessionUpdate, content: { type: "text", text } });
