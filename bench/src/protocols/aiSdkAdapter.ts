import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { sink } from "../contestants/contestant.js";
import {
  type ProtocolAdapter,
  splitToolInput,
  type SampleToolCall,
  type FinalState,
} from "./protocolAdapter.js";

/** The state of a text or a tool call in the minimal implementation. */
type MessagePart = Record<string, unknown>;

/** The Vercel AI SDK with its chat state, used like its hook does, but without React. */
export const aiSdkAdapter: ProtocolAdapter = {
  name: "Vercel AI SDK",
  clientName: "ai 6.0.322, readUIMessageStream",
  createTextLines: (textChunks) =>
    serializeChunks([
      { type: "text-start", id: "text-1" },
      ...textChunks.map((delta): UIMessageChunk => ({ type: "text-delta", id: "text-1", delta })),
      { type: "text-end", id: "text-1" },
    ]),
  createToolCallLines: (calls) => serializeChunks(calls.flatMap(createChunks)),
  runBaseline(lines) {
    const parts = new Map<string, MessagePart>();
    for (const line of lines) applyChunk(parts, JSON.parse(line) as UIMessageChunk);
    return createAiSdkFinalState([...parts.values()]);
  },
  async runClient(lines) {
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({
      stream: createStream(lines),
      onError: throwError,
    })) {
      sink.state = last = message;
    }
    return createAiSdkFinalState(last?.parts ?? []);
  },
};

function serializeChunks(chunks: readonly UIMessageChunk[]): string[] {
  return chunks.map((chunk) => JSON.stringify(chunk));
}

function createChunks(call: SampleToolCall): UIMessageChunk[] {
  const { id: toolCallId, path, output } = call;
  const tool = { toolCallId, toolName: "read", dynamic: true } as const;
  const deltas = splitToolInput(call, 4).map(
    (inputTextDelta): UIMessageChunk => ({ type: "tool-input-delta", toolCallId, inputTextDelta }),
  );
  const half = output.slice(0, output.length / 2);
  return [
    { type: "tool-input-start", ...tool },
    ...deltas,
    { type: "tool-input-available", ...tool, input: { path, limit: 200 } },
    { type: "tool-output-available", toolCallId, output: half, preliminary: true, dynamic: true },
    { type: "tool-output-available", toolCallId, output, dynamic: true },
  ];
}

function applyChunk(parts: Map<string, MessagePart>, chunk: UIMessageChunk): void {
  if (chunk.type === "text-delta") {
    const part = parts.get(chunk.id);
    if (part !== undefined) part["text"] = `${String(part["text"])}${chunk.delta}`;
  } else if (chunk.type === "text-start") parts.set(chunk.id, { type: "text", text: "" });
  else if ("toolCallId" in chunk) {
    const part = parts.get(chunk.toolCallId);
    if (part === undefined) parts.set(chunk.toolCallId, { ...chunk });
    else Object.assign(part, chunk);
  }
}

/** Creates a stream that parses one line per read. */
function createStream(lines: readonly string[]): ReadableStream<UIMessageChunk> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const line = lines[next++];
      if (line === undefined) controller.close();
      else controller.enqueue(JSON.parse(line) as UIMessageChunk);
    },
  });
}

function throwError(error: unknown): never {
  throw error;
}

function createAiSdkFinalState(parts: readonly object[]): FinalState {
  const outputs = new Map<string, unknown>();
  const texts: string[] = [];
  for (const part of parts) {
    if ("toolCallId" in part) outputs.set(String(part.toolCallId), (part as MessagePart)["output"]);
    else if ("text" in part) texts.push(String(part.text));
  }
  return { text: texts.join(""), outputs };
}
