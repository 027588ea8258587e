import {
  agentResponse,
  clientRequest,
  messageChunk,
  type RecordedFrame,
  sessionUpdate,
  writeRecording,
} from "./recordings.js";

const SESSION = "long";

const update = (fields: object): RecordedFrame => sessionUpdate(SESSION, fields);
const chunk = (kind: string, text: string): RecordedFrame => messageChunk(SESSION, kind, text);

/** Writes a recording with the given number of messages and tool calls. Returns its path. */
export function writeLongRecording(items: number): Promise<string> {
  return writeRecording(createLongConversation(items));
}

/** Creates turns of ten items: a prompt, a thought, six tool calls and two messages. */
function createLongConversation(items: number): RecordedFrame[] {
  const frames: RecordedFrame[] = [
    clientRequest(0, "session/new", { cwd: "/work", mcpServers: [] }),
    agentResponse(0, { sessionId: SESSION }),
  ];
  for (let turn = 1; turn <= items / 10; turn += 1) {
    const prompt = [{ type: "text", text: `Prompt ${turn} of many` }];
    frames.push(clientRequest(turn, "session/prompt", { sessionId: SESSION, prompt }));
    frames.push(chunk("agent_thought_chunk", `Thinking about **part ${turn}**.`));
    for (let call = 0; call < 3; call += 1) frames.push(...createToolCall(turn, call));
    frames.push(chunk("agent_message_chunk", `Half of turn ${turn} is done.\n\n- one\n- two`));
    for (let call = 3; call < 6; call += 1) frames.push(...createToolCall(turn, call));
    frames.push(chunk("agent_message_chunk", createReport(turn)));
    frames.push(agentResponse(turn, { stopReason: "end_turn" }));
  }
  return frames;
}

function createToolCall(turn: number, call: number): RecordedFrame[] {
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

const createReport = (turn: number): string =>
  `## Turn ${turn}\n\nSome text with \`code\`, **bold** words and a list:\n\n` +
  "1. first\n2. second\n\n```ts\nexport const answer = 42;\n```\n".repeat(1 + (turn % 3));
