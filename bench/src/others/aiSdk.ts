import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { sink } from "../contestants/contestant.js";
import { type Dialect, inputPieces, type StoryCall, type Told } from "./dialect.js";

/** What the floor keeps: one object for a text or a tool call. */
type Part = Record<string, unknown>;

/** The chat state of the Vercel AI SDK, driven as its hook drives it, without React. */
export const aiSdk: Dialect = {
  name: "Vercel AI SDK",
  client: "ai 6.0.322, readUIMessageStream",
  textLines: (pieces) =>
    toLines([
      { type: "text-start", id: "text-1" },
      ...pieces.map((delta): UIMessageChunk => ({ type: "text-delta", id: "text-1", delta })),
      { type: "text-end", id: "text-1" },
    ]),
  toolLines: (calls) => toLines(calls.flatMap(chunksOf)),
  runFloor(lines) {
    const parts = new Map<string, Part>();
    for (const line of lines) applyChunk(parts, JSON.parse(line) as UIMessageChunk);
    return told([...parts.values()]);
  },
  async runClient(lines) {
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: streamOf(lines), onError: raise })) {
      sink.state = last = message;
    }
    return told(last?.parts ?? []);
  },
};

function toLines(chunks: readonly UIMessageChunk[]): string[] {
  return chunks.map((chunk) => JSON.stringify(chunk));
}

function chunksOf(call: StoryCall): UIMessageChunk[] {
  const { id: toolCallId, path, output } = call;
  const tool = { toolCallId, toolName: "read", dynamic: true } as const;
  const deltas = inputPieces(call, 4).map(
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

function applyChunk(parts: Map<string, Part>, chunk: UIMessageChunk): void {
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

/** One line is parsed each time somebody reads. */
function streamOf(lines: readonly string[]): ReadableStream<UIMessageChunk> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const line = lines[next++];
      if (line === undefined) controller.close();
      else controller.enqueue(JSON.parse(line) as UIMessageChunk);
    },
  });
}

function raise(error: unknown): never {
  throw error;
}

function told(parts: readonly object[]): Told {
  const outputs = new Map<string, unknown>();
  const texts: string[] = [];
  for (const part of parts) {
    if ("toolCallId" in part) outputs.set(String(part.toolCallId), (part as Part)["output"]);
    else if ("text" in part) texts.push(String(part.text));
  }
  return { text: texts.join(""), outputs };
}
