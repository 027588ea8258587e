import { describe, expect, it } from "vitest";
import { createMessageReader } from "../../src/node/messageReader.js";

/** Reads chunks. Returns the messages and the invalid lines. */
function readChunks(chunks: readonly (string | Buffer)[], maxMessageBytes = 100) {
  const invalidLines: string[] = [];
  const reader = createMessageReader(maxMessageBytes, (line) => invalidLines.push(line));
  const messages = chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
  return { messages: [...messages, ...reader.flush()], invalidLines };
}

describe("createMessageReader", () => {
  it("joins chunks and splits them into messages", () => {
    const { messages, invalidLines } = readChunks(['{"id"', ':1}\n{"id":2}\r\n\n', '{"id":3}']);
    expect(messages).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(invalidLines).toEqual([]);
  });

  it("decodes a character that is split between two chunks", () => {
    const bytes = Buffer.from('{"id":"é🙂"}\n');
    expect(readChunks([...bytes].map((byte) => Buffer.from([byte]))).messages).toEqual([
      { id: "é🙂" },
    ]);
  });

  it("reports lines that are not messages and continues", () => {
    const { messages, invalidLines } = readChunks(['Welcome!\n[1]\n42\n{"half":\n{"id":1}\n']);
    expect(invalidLines).toEqual(["Welcome!", "[1]", "42", '{"half":']);
    expect(messages).toEqual(["Welcome!", "[1]", "42", '{"half":', { id: 1 }]);
  });

  it("throws when a line exceeds the limit, even before the line ends", () => {
    expect(() => readChunks(["1234\n12", "34", "5"], 5)).not.toThrow();
    expect(() => readChunks(["1234", "56"], 5)).toThrow("a message of more than 5 bytes");
    expect(() => readChunks(["123456\n"], 5)).toThrow("increase maxMessageBytes");
  });
});
