import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadMcpServers } from "@acp-store/client/node";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

/** Writes files with servers, or with any other text, and loads them. */
async function load(contents: readonly (object | string)[], env: Record<string, string> = {}) {
  const folder = await createTemporaryFolder();
  const files = contents.map((_, index) => join(folder, `${index}.json`));
  for (const [index, content] of contents.entries())
    await writeFile(
      files[index] ?? "",
      typeof content === "string" ? content : JSON.stringify({ mcpServers: content }),
    );
  const { servers, problems } = await loadMcpServers({ files, env });
  return {
    servers,
    problems: problems.map(({ file, ...rest }) => ({ file: files.indexOf(file), ...rest })),
  };
}

describe("loadMcpServers", () => {
  it("returns servers of all transports as session requests take them", async () => {
    const { servers, problems } = await load([
      {
        files: { command: "npx", args: ["-y", "files"], env: { DEBUG: "1" } },
        plain: { type: "stdio", command: "plain" },
        docs: { type: "http", url: "https://example.com/mcp", headers: { "X-Key": "k" } },
        events: { type: "sse", url: "https://example.com/sse" },
        untyped: { url: "https://example.com" },
      },
    ]);
    expect(servers).toEqual([
      {
        ...{ name: "files", command: "npx", args: ["-y", "files"] },
        env: [{ name: "DEBUG", value: "1" }],
      },
      { name: "plain", command: "plain", args: [], env: [] },
      {
        ...{ type: "http", name: "docs", url: "https://example.com/mcp" },
        headers: [{ name: "X-Key", value: "k" }],
      },
      { type: "sse", name: "events", url: "https://example.com/sse", headers: [] },
      { type: "http", name: "untyped", url: "https://example.com", headers: [] },
    ]);
    expect(problems).toEqual([]);
  });

  it("expands variables everywhere, and leaves out a server whose variable is not set", async () => {
    const { servers, problems } = await load(
      [
        {
          a: { command: "${BIN:-/usr/bin}/a", args: ["${TOKEN}"], env: { KEY: "x${TOKEN}y" } },
          b: { command: "b", args: ["${GONE}", "${ALSO_GONE}"] },
        },
      ],
      { TOKEN: "secret" },
    );
    expect(servers).toEqual([
      {
        ...{ name: "a", command: "/usr/bin/a", args: ["secret"] },
        env: [{ name: "KEY", value: "xsecrety" }],
      },
    ]);
    expect(problems).toEqual([
      { file: 0, server: "b", message: "These variables are not set: GONE, ALSO_GONE." },
    ]);
  });

  it("takes the first of several servers with one name, and skips files that do not exist", async () => {
    const { servers } = await load([{ a: { command: "first" } }, { a: { command: "second" } }]);
    expect(servers).toMatchObject([{ name: "a", command: "first" }]);
    expect(await loadMcpServers({ files: ["/does/not/exist.json"] })).toEqual({
      ...{ servers: [], problems: [] },
    });
  });

  it("names what is wrong, and returns the others", async () => {
    const { servers, problems } = await load([
      "not json",
      "[]",
      { bad: { args: [] }, url: { type: "http", url: "no address" }, good: { command: "good" } },
    ]);
    expect(servers.map(({ name }) => name)).toEqual(["good"]);
    expect(problems.map(({ file, server }) => [file, server])).toEqual([
      [0, undefined],
      [1, undefined],
      [2, "bad"],
      [2, "url"],
    ]);
    expect(problems[0]?.message).toContain("The file cannot be read");
    expect(problems[2]?.message).toContain('A server needs a "command"');
  });
});
