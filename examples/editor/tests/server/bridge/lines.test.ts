import { expect, it } from "vitest";
import { createLineSplitter } from "../../../server/bridge/lines.js";

function split(chunks: readonly (string | Buffer)[], maxBytes = 1000) {
  const lines: string[] = [];
  const tooLong: string[] = [];
  const splitter = createLineSplitter({
    maxBytes,
    onLine: (line) => lines.push(line),
    onTooLong: (start) => tooLong.push(start),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.flush();
  return { lines, tooLong };
}

it("joins chunks and splits them into lines", () => {
  expect(split(["a", "b\nc", "\n\nd\r\n", "e"]).lines).toEqual(["ab", "c", "d", "e"]);
});

it("decodes a character that is split between two chunks", () => {
  const bytes = Buffer.from("é🙂\n");
  expect(split([...bytes].map((byte) => Buffer.from([byte]))).lines).toEqual(["é🙂"]);
});

it("drops the rest of a line that is too long and continues with the next", () => {
  expect(split(["1234", "56", "78\nab\n", "12345678"], 5)).toEqual({
    lines: ["ab"],
    tooLong: ["123456", "12345678"],
  });
});
