import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSearchClient, type SearchHit, type SearchResult } from "@acp-store/server/client";
import { searchRequests } from "@acp-store/server/search";
import { describe, expect, it } from "vitest";
import { openPage, temporaryFolder, waitForStatus } from "../agents/support/pages.js";
import {
  scripted,
  startServer,
  type StartOptions,
  type TestServer,
} from "../phones/support/phones.js";

/** Agents that answer with the prompt in upper case. */
const agents = ["a", "b"].map((id) => scripted(id, (turn) => turn.say(turn.text.toUpperCase())));

/** Starts a server that searches. */
const start = (options: StartOptions = {}) =>
  startServer(agents, { requests: searchRequests(), ...options });

/** Sends prompts in a new session. Resolves with its id. */
async function talk({ fleet }: TestServer, agentId: string, ...prompts: readonly string[]) {
  const agent = fleet.agents.get(agentId);
  if (agent === undefined) throw new Error(`There is no agent "${agentId}".`);
  const { sessionId } = await agent.connection.newSession({ cwd: "/w" });
  for (const prompt of prompts) await agent.connection.prompt(sessionId, prompt);
  return sessionId;
}

/** Searches in a page. Resolves with the hits and the result. */
async function search(
  { page }: Pick<TestServer, "page">,
  text: string,
  limit?: number,
): Promise<SearchResult & { readonly hits: readonly SearchHit[] }> {
  const hits: SearchHit[] = [];
  const onHits = (more: readonly SearchHit[]): void => void hits.push(...more);
  const result = await createSearchClient(page).search(text, {
    onHits,
    ...(limit !== undefined && { limit }),
  });
  return { ...result, hits };
}

/** Returns the part of a snippet that each range marks. */
const marked = ({ snippet, ranges }: SearchHit): readonly string[] =>
  ranges.map(([from, to]) => snippet.slice(from, to));

describe("searchRequests", () => {
  it("finds messages of users and agents, those of the newest session first", async () => {
    const server = await start();
    const first = await talk(server, "a", "Fix the total");
    const second = await talk(server, "b", "The TOTAL is wrong");
    const { hits, isCut } = await search(server, "total");
    expect(isCut).toBe(false);
    expect(
      hits.map(({ agentId, sessionId, role, snippet }) => [agentId, sessionId, role, snippet]),
    ).toEqual([
      ["b", second, "agent", "THE TOTAL IS WRONG"],
      ["b", second, "user", "The TOTAL is wrong"],
      ["a", first, "agent", "FIX THE TOTAL"],
      ["a", first, "user", "Fix the total"],
    ]);
    expect(hits.map(marked)).toEqual([["TOTAL"], ["TOTAL"], ["TOTAL"], ["total"]]);
    const session = server.fleet.agents.get("a")?.store.getState().sessions.get(first);
    const message = session?.messages.get(hits[3]?.messageKey ?? "");
    expect(message).toMatchObject({ role: "user", createdAt: hits[3]?.createdAt });
    expect(hits[3]).toMatchObject({ title: "Fix the total", run: 0 });
  });

  it("finds only messages in which all words occur", async () => {
    const server = await start();
    await talk(server, "a", "one two", "two three", "three");
    expect((await search(server, "two ONE")).hits.map(marked)).toEqual([
      ["ONE", "TWO"],
      ["one", "two"],
    ]);
    expect((await search(server, "one three")).hits).toEqual([]);
    expect((await search(server, " \n ")).hits).toEqual([]);
  });

  it("takes every character literally", async () => {
    const server = await start();
    await talk(server, "a", "call sum(a.b) [x]^{2}|$ \\d+*? /i");
    for (const text of ["sum(a.b)", "[x]^{2}|$", "\\d+*?", "/i"])
      expect((await search(server, text)).hits).toHaveLength(2);
    expect((await search(server, "a.b.")).hits).toEqual([]);
  });

  it("shows the text around the first word in one line, without half characters", async () => {
    const server = await start();
    await talk(server, "a", `${"😀".repeat(100)}\n\nneedle\n  here ${"😀".repeat(200)}`);
    const [, hit] = (await search(server, "NEEDLE")).hits;
    expect(hit?.snippet).toMatch(/^…(?:😀)+ needle here (?:😀)+…$/u);
    expect(hit && marked(hit)).toEqual(["needle"]);
  });

  it("finds saved sessions of an earlier server, without restoring them", async () => {
    const folder = temporaryFolder();
    const first = await start({ folder });
    const sessionId = await talk(first, "a", "Fix the total");
    await first.close();
    const server = await start({ folder });
    const { store } = server.fleet.agents.get("a") ?? {};
    for (let round = 0; round < 2; round++)
      expect((await search(server, "fix total")).hits).toMatchObject([
        { sessionId, role: "agent", snippet: "FIX THE TOTAL", title: "Fix the total" },
        { sessionId, role: "user", snippet: "Fix the total" },
      ]);
    expect(store?.getState().sessions.size).toBe(0);
    expect(store?.getState().catalog.get(sessionId)?.saved).toBe(true);
  });

  it("finds a session after it was closed, with what was added since the last search", async () => {
    const server = await start();
    const agent = server.fleet.agents.get("a");
    const sessionId = await talk(server, "a", "Fix the total");
    await agent?.connection.closeSession(sessionId);
    await agent?.persistence?.flush();
    expect((await search(server, "total")).hits).toHaveLength(2);
    await agent?.connection.loadSession({ sessionId, cwd: "/w" });
    await agent?.connection.prompt(sessionId, "Now the sum");
    await agent?.connection.closeSession(sessionId);
    await agent?.persistence?.flush();
    expect((await search(server, "sum")).hits).toHaveLength(2);
  });

  it("leaves out a damaged session", async () => {
    const folder = temporaryFolder();
    const first = await start({ folder });
    await talk(first, "a", "Fix the total");
    await talk(first, "b", "Fix the total");
    await first.close();
    const server = await start({ folder });
    const saved = join(folder, "data/agents/a");
    for (const path of readdirSync(saved, { recursive: true, encoding: "utf8" }))
      if (/\.\w+$/.test(path)) writeFileSync(join(saved, path), "damaged");
    expect(new Set((await search(server, "total")).hits.map(({ agentId }) => agentId))).toEqual(
      new Set(["b"]),
    );
  });

  it("ends at the limit, and shows at most 20 messages of a session", async () => {
    const server = await start();
    await talk(server, "a", "total");
    await talk(server, "a", ...Array.from({ length: 11 }, () => "total"));
    expect(await search(server, "total")).toMatchObject({ isCut: true, hits: { length: 22 } });
    expect(await search(server, "total", 2)).toMatchObject({ isCut: true, hits: { length: 2 } });
    await expect(search(server, "total", 1_000)).rejects.toThrow('invalid at "limit"');
    await expect(search(server, "x".repeat(501))).rejects.toThrow('invalid at "text"');
  });

  it("stops when the page cancels it", async () => {
    const server = await start();
    await talk(server, "a", "total");
    const closing = new AbortController();
    const searching = createSearchClient(server.page).search("total", {
      signal: closing.signal,
      onHits: () => closing.abort(new Error("closed")),
    });
    await expect(searching).rejects.toThrow("closed");
  });

  it("finds nothing that the page does not see", async () => {
    const visible = new Set<string>();
    const server = await start({
      rights: () => ({
        agent: (id) => (id === "a" ? { sees: (session) => visible.has(session) } : undefined),
        manageAgents: true,
      }),
    });
    await talk(server, "a", "hidden total");
    await talk(server, "b", "hidden total");
    visible.add(await talk(server, "a", "visible total"));
    expect((await search(server, "total")).hits.map(({ snippet }) => snippet)).toEqual([
      "VISIBLE TOTAL",
      "visible total",
    ]);
  });

  it("refuses the search of a phone", async () => {
    const server = await start();
    const phone = openPage(server.origin, { cookie: await server.pair() }, "/phone/socket");
    await waitForStatus(phone, "live");
    await expect(search({ page: phone }, "total")).rejects.toMatchObject({ reason: "forbidden" });
  });
});
