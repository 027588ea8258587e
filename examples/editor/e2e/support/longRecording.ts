import {
  answer,
  chunk as chunkOf,
  request,
  type Sent,
  update as updateOf,
  writeRecording,
} from "./recordings.js";

const SESSION = "long";

const update = (fields: object): Sent => updateOf(SESSION, fields);
const chunk = (kind: string, text: string): Sent => chunkOf(SESSION, kind, text);

/** A recording of this many messages and tool calls, in the usual mix; returns its file. */
export function writeLongRecording(items: number): Promise<string> {
  return writeRecording(longTraffic(items));
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
