import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DownloadProblem, formatBytes, openDownload } from "../src/download.js";
import { rejection } from "./support/rejection.js";
import { startServer } from "./support/server.js";

const REQUEST = { maxBytes: 100, idleMs: 60_000, fetch, allowsHttp: true, signal: undefined };

const readAll = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = "";
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  return text;
};

describe("openDownload", () => {
  it("asks for the file itself, not for a compressed form", async () => {
    const { url } = await startServer((request, response) => {
      const encoding = request.headers["accept-encoding"];
      response.end(`accepts ${String(encoding)}`);
    });
    const { chunks, totalBytes } = await openDownload({ ...REQUEST, url });
    expect(await readAll(chunks)).toBe("accepts identity");
    expect(totalBytes).toBe(16);
  });

  it("fails when nothing arrives for a time, but not while a slow server sends", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let send = (_part: string): void => {};
    const { url } = await startServer((_request, response) => {
      send = (part) => void response.write(part);
      response.flushHeaders();
    });
    const { chunks, totalBytes } = await openDownload({ ...REQUEST, url });
    expect(totalBytes).toBeUndefined();
    const reader = chunks[Symbol.asyncIterator]();
    for (const part of ["a", "b", "c"]) {
      vi.advanceTimersByTime(40_000);
      send(part);
      const { value = [] } = await reader.next();
      expect(Buffer.from(value).toString()).toBe(part);
    }
    const next = rejection(reader.next());
    vi.advanceTimersByTime(60_000);
    const error = await next;
    expect(error).toBeInstanceOf(DownloadProblem);
    expect(error).toMatchObject({
      message: "the server sent nothing for 60 seconds",
      isTooLarge: false,
    });
  });

  it("describes an error that is not an answer", async () => {
    const broken = () =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("no route") }));
    const url = "https://a.example/";
    expect(await rejection(openDownload({ ...REQUEST, url, fetch: broken }))).toMatchObject({
      message: "no route",
    });
    const failed = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const unreachable = () => Promise.reject(new TypeError("fetch failed", { cause: failed }));
    expect(await rejection(openDownload({ ...REQUEST, url, fetch: unreachable }))).toMatchObject({
      message: "ECONNREFUSED",
    });
  });
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1500, "1.5 kB"],
  [16_000_000, "16 MB"],
  [4_000_000_000_000, "4000 GB"],
])("formats the size %d as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
