import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { isAcpRegistryError, loadRegistry } from "@acp-store/registry";
import { describe, expect, it } from "vitest";
import { rejection } from "./support/rejection.js";
import { answering, startServer } from "./support/server.js";
import { createTemporaryFolder } from "./support/temporaryFolder.js";

const textWith = (...ids: string[]): string =>
  JSON.stringify({
    version: "1.0.0",
    agents: ids.map((id) => ({
      id,
      name: id,
      version: "1.0.0",
      description: "",
      distribution: {},
    })),
  });
const idsOf = ({ agents }: { agents: readonly { id: string }[] }) => agents.map(({ id }) => id);

/** Returns the path of a cache in a new folder, with a content that is `ageMs` old. */
async function createCache(content?: string, ageMs = 0): Promise<string> {
  const cacheFile = join(await createTemporaryFolder(), "cache/registry.json");
  if (content === undefined) return cacheFile;
  mkdirSync(join(cacheFile, ".."));
  writeFileSync(cacheFile, content);
  const time = new Date(Date.now() - ageMs);
  utimesSync(cacheFile, time, time);
  return cacheFile;
}

const namesBeside = (file: string): string[] => readdirSync(join(file, ".."));
const DAY_MS = 86_400_000;

/** Servers that send no usable registry, and the reason that the user reads. */
const FAILURES: readonly (readonly [string, RequestListener, string])[] = [
  [
    "answers with an error",
    (_request, response) => void response.writeHead(500).end(textWith("new")),
    "the server answered 500 Internal Server Error",
  ],
  ["sends something that is not JSON", answering("<html>"), "the answer is not JSON"],
  [
    "sends JSON that is not a registry",
    answering("[]"),
    'the answer is not a registry (Expected an object with the text "version" and the list "agents")',
  ],
  [
    "sends too much",
    (_request, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000, " ")));
      };
      response.on("drain", send);
      send();
    },
    "the file is larger than 16 MB",
  ],
  [
    "breaks off",
    (_request, response) =>
      void response.writeHead(200, { "content-length": 10 }).write("[", () => response.destroy()),
    "",
  ],
];

describe("loadRegistry", () => {
  it("downloads the registry, and then uses the cache until it is too old", async () => {
    const server = await startServer(answering(textWith("new")));
    const cacheFile = await createCache();
    const options = { url: server.url, cacheFile };
    const first = await loadRegistry(options);
    expect([first.source, idsOf(first)]).toEqual(["network", ["new"]]);
    expect(readFileSync(cacheFile, "utf8")).toBe(textWith("new"));
    expect(namesBeside(cacheFile)).toEqual(["registry.json"]);
    const second = await loadRegistry(options);
    expect([second.source, idsOf(second)]).toEqual(["cache", ["new"]]);
    expect(server.requests).toHaveLength(1);
    expect((await loadRegistry({ ...options, maxAgeMs: 0 })).source).toBe("network");
    utimesSync(cacheFile, new Date(), new Date(Date.now() - 2 * 3_600_000));
    expect((await loadRegistry(options)).source).toBe("network");
    expect(server.requests).toHaveLength(3);
  });

  it("asks the network if the cache is damaged or comes from the future", async () => {
    const { url } = await startServer(answering(textWith("new")));
    for (const cacheFile of [await createCache("{"), await createCache(textWith("old"), -DAY_MS)])
      expect((await loadRegistry({ url, cacheFile })).source).toBe("network");
  });

  it("returns the answer even if it cannot be cached", async () => {
    const { url } = await startServer(answering(textWith("new")));
    const file = await createCache(textWith());
    const registry = await loadRegistry({ url, cacheFile: join(file, "registry.json") });
    expect([registry.source, idsOf(registry)]).toEqual(["network", ["new"]]);
  });

  it.each(FAILURES)("uses the old cache if the server %s", async (_name, listener, text) => {
    const { url } = await startServer(listener);
    const cacheFile = await createCache(textWith("old"), DAY_MS);
    const registry = await loadRegistry({ url, cacheFile });
    expect([registry.source, idsOf(registry)]).toEqual(["stale", ["old"]]);
    const reason = registry.source === "stale" ? registry.reason : "";
    expect(reason).toMatch(/^The registry at http:\S+ could not be loaded: .+\.$/);
    expect(reason).toContain(text);
    expect(readFileSync(cacheFile, "utf8")).toBe(textWith("old"));
    expect(namesBeside(cacheFile)).toEqual(["registry.json"]);
  });

  it.each(FAILURES)("rejects without a cache if the server %s", async (_name, listener, text) => {
    const { url } = await startServer(listener);
    const cacheFile = await createCache();
    const error = await rejection(loadRegistry({ url, cacheFile }));
    expect(isAcpRegistryError(error) && error.reason).toBe("unavailable");
    expect(String(error)).toContain(text);
    expect(String(error)).toContain("Check the network connection, and try again.");
    expect(existsSync(cacheFile)).toBe(false);
  });

  it("says why the server cannot be reached", async () => {
    const server = await startServer(answering(""));
    await server.close();
    const cacheFile = await createCache(textWith("old"), DAY_MS);
    const registry = await loadRegistry({ url: server.url, cacheFile });
    expect(registry).toMatchObject({ source: "stale" });
    expect(registry.source === "stale" && registry.reason).toContain("ECONNREFUSED");
  });

  it("gives a silent server a limited time", async () => {
    for (const start of ["", "["]) {
      const { url } = await startServer((_request, response) => void response.write(start));
      const cacheFile = await createCache(textWith("old"), DAY_MS);
      const registry = await loadRegistry({ url, cacheFile, timeoutMs: 300 });
      expect(registry.source === "stale" && registry.reason).toMatch(/ (in|for) 0\.3 seconds\.$/);
    }
  });

  it("reports the parts of a registry that were left out", async () => {
    const { url } = await startServer(answering(textWith("new", "NEW")));
    const { skipped } = await loadRegistry({ url, cacheFile: await createCache() });
    expect(skipped).toMatchObject([{ index: 1, id: "NEW", path: ["id"] }]);
  });

  it("rejects with the reason of the signal, and not with the cache", async () => {
    const controller = new AbortController();
    const reason = new Error("The user has closed the dialog.");
    const { url } = await startServer(() => controller.abort(reason));
    const cacheFile = await createCache(textWith("old"), DAY_MS);
    const options = { url, cacheFile, signal: controller.signal };
    expect(await rejection(loadRegistry(options))).toBe(reason);
    expect(await rejection(loadRegistry(options))).toBe(reason);
  });

  it("keeps a complete cache while several loads write it", async () => {
    const large = textWith(...Array.from({ length: 2000 }, (_, index) => `agent-${index}`));
    const { url } = await startServer(answering(large));
    const cacheFile = await createCache();
    const options = { url, cacheFile, maxAgeMs: 0 };
    await Promise.all(Array.from({ length: 10 }, () => loadRegistry(options)));
    expect(readFileSync(cacheFile, "utf8")).toBe(large);
    expect(namesBeside(cacheFile)).toEqual(["registry.json"]);
  });
});
