import { readFileSync } from "node:fs";
import { parseRegistry } from "@acp-store/registry";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const fixture: unknown = JSON.parse(
  readFileSync(new URL("fixtures/registry.json", import.meta.url), "utf8"),
);

const valid = {
  id: "agent",
  name: "Agent",
  version: "1.0.0",
  description: "An agent",
  distribution: { npx: { package: "agent@1.0.0" } },
};
const binary = (target: object) => ({
  distribution: {
    binary: { "linux-x86_64": { archive: "https://a.example/a.zip", cmd: "a", ...target } },
  },
});
const npx = (fields: object) => ({ distribution: { npx: { package: "agent", ...fields } } });
const parse = (...agents: unknown[]) => parseRegistry({ version: "1.0.0", agents });

describe("a registry", () => {
  it("keeps its valid agents, without unknown fields and platforms", () => {
    const { version, agents, skipped } = parseRegistry(fixture);
    expect(skipped).toEqual([]);
    expect(version).toBe("1.0.0");
    expect(agents.map(({ id }) => id)).toEqual(["node-agent", "python-agent", "native-agent"]);
    expect(agents[0]).toEqual((fixture as { agents: unknown[] }).agents[0]);
    expect(Object.keys(agents[2]?.distribution.binary ?? {})).toEqual([
      "linux-x86_64",
      "windows-x86_64",
    ]);
    expect(agents[2]).not.toHaveProperty("preview");
  });

  it.each([
    [{ id: "../agent" }, "id", 'but found "../agent"'],
    [{ id: "Agent" }, "id", "lower-case letters"],
    [{ id: undefined }, "id", "Expected text, but found nothing."],
    [{ name: "" }, "name", "at least 1 characters"],
    [{ name: "x".repeat(1e6) }, "name", "at most 200 characters"],
    [{ name: "Agent\u202Egpj.exe" }, "name", "text without control characters"],
    [{ version: "1.0.0/../../x" }, "version", "a version such as 1.2.0"],
    [{ version: "1.0.0.." }, "version", "a version such as 1.2.0"],
    [{ version: "1.0.0".padEnd(100, "0") }, "version", "a version such as 1.2.0"],
    [{ description: 1 }, "description", "Expected text, but found 1."],
    [{ distribution: [] }, "distribution", "a list of 0"],
    [npx({ package: "--eval=1" }), "distribution.npx.package", "a package on npm"],
    [npx({ package: "https://evil.example/a.tgz" }), "distribution.npx.package", "on npm"],
    [npx({ package: "./agent" }), "distribution.npx.package", "on npm"],
    [npx({ package: "user/repository" }), "distribution.npx.package", "on npm"],
    [npx({ package: "agent@file:../evil" }), "distribution.npx.package", "on npm"],
    [npx({ cmd: "--call=evil" }), "distribution.npx.cmd", "the name of a command"],
    [npx({ args: ["a\0b"] }), "distribution.npx.args.0", "without control characters"],
    [npx({ args: Array(101).fill("a") }), "distribution.npx.args", "at most 100 items"],
    [npx({ env: { "A B": "" } }), "distribution.npx.env.A B", "the name of a variable"],
    [npx({ env: { A: 1 } }), "distribution.npx.env.A", "Expected text, but found 1."],
    [
      { distribution: { uvx: { package: "--from=agent agent" } } },
      "distribution.uvx.package",
      "a package on PyPI",
    ],
    [
      binary({ archive: "http://a.example/a.zip" }),
      "distribution.binary.linux-x86_64.archive",
      "an https address",
    ],
    [binary({ cmd: "../a" }), "distribution.binary.linux-x86_64.cmd", "a relative path"],
    [binary({ cmd: "C:\\a.exe" }), "distribution.binary.linux-x86_64.cmd", "a relative path"],
    [binary({ cmd: "b\\..\\..\\a" }), "distribution.binary.linux-x86_64.cmd", "a relative path"],
    [binary({ sha256: "abc" }), "distribution.binary.linux-x86_64.sha256", "64 hexadecimal digits"],
  ])("skips an entry with %j and reports the path and what was expected", (change, path, text) => {
    const { agents, skipped } = parse(valid, { ...valid, id: "other", ...change });
    expect(agents.map(({ id }) => id)).toEqual(["agent"]);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]?.index).toBe(1);
    expect(skipped[0]?.path.join(".")).toBe(path);
    expect(skipped[0]?.message).toContain(text);
    expect(skipped[0]?.message.length).toBeLessThan(200);
  });

  it("names the skipped entry by its id, if it has one", () => {
    const { skipped } = parse({ ...valid, id: "x".repeat(1000) }, { id: 7 }, null, "agent", []);
    expect(skipped.map(({ id }) => id?.length)).toEqual([60, ...Array(4).fill(undefined)]);
  });

  it("keeps the first agent with an id and reports the second", () => {
    const { agents, skipped } = parse(valid, { ...valid, name: "Impostor" });
    expect(agents.map(({ name }) => name)).toEqual(["Agent"]);
    expect(skipped).toEqual([
      { index: 1, id: "agent", path: ["id"], message: "An earlier entry has the same id." },
    ]);
  });

  it("leaves out links that run code, and keeps the agent", () => {
    const { agents, skipped } = parse({
      ...valid,
      website: "javascript:alert(1)",
      icon: null,
      authors: "Ada",
      license: "MIT",
    });
    expect(skipped).toEqual([]);
    expect(agents).toEqual([{ ...valid, license: "MIT" }]);
  });

  it("lists an agent that can only be had in a way that is not known yet", () => {
    const { agents } = parse({ ...valid, distribution: { docker: { image: "agent" } } });
    expect(agents).toEqual([{ ...valid, distribution: {} }]);
  });
});

describe("a file that is not a registry", () => {
  it.each([null, 1, "text", [], {}, { version: "1.0.0" }, { version: 1, agents: [] }])(
    "has no agents and is reported: %j",
    (json) => {
      expect(parseRegistry(json)).toEqual({
        agents: [],
        skipped: [
          {
            path: [],
            message: 'Expected an object with the text "version" and the list "agents".',
          },
        ],
      });
    },
  );

  it("says that a newer format needs an update", () => {
    const { version, skipped } = parseRegistry({ version: "2.0.0", agents: [valid] });
    expect(version).toBeUndefined();
    expect(skipped[0]?.message).toContain("Update @acp-store/registry.");
  });
});

describe("an adversarial registry", () => {
  it("is read up to a limit, and reports the first problems", () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({ ...valid, id: `a${index}` }));
    const many = parse(...entries.slice(0, 10_000));
    expect([many.agents.length, many.skipped.length]).toEqual([10_000, 0]);
    const tooMany = parseRegistry({ version: "1.0.0", agents: entries });
    expect(tooMany.agents).toHaveLength(10_000);
    expect(tooMany.skipped).toEqual([{ path: [], message: "90000 more entries were left out." }]);
    const invalid = parseRegistry({ version: "1.0.0", agents: Array(100_000).fill(null) });
    expect(invalid.skipped).toHaveLength(101);
    expect(invalid.skipped.at(-1)?.message).toBe("99900 more entries were left out.");
  });

  it("can be nested deeply", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    const inEnvironment = { ...valid, id: "a", ...npx({ env: { A: deep } }) };
    const { agents, skipped } = parse({ ...valid, extra: deep }, inEnvironment, deep);
    expect(agents).toEqual([valid]);
    expect(skipped).toHaveLength(2);
  });

  it("cannot set the prototype of anything", () => {
    const json: unknown = JSON.parse(
      '{"version":"1.0.0","agents":[{"__proto__":{"id":"a"},"constructor":1}],"__proto__":{"polluted":1}}',
    );
    expect(parseRegistry(json).agents).toEqual([]);
    const env: unknown = JSON.parse('{"__proto__":"x","A":"b"}');
    const [agent] = parse({ ...valid, ...npx({ env }) }).agents;
    expect(agent?.distribution.npx?.env).toEqual({ A: "b" });
    expect({}).not.toHaveProperty("polluted");
  });

  it("returns agents whose ids and versions are safe as names of folders, and never throws", () => {
    const entry = fc.record(
      {
        id: fc.oneof(fc.constant("agent"), fc.string(), fc.anything()),
        name: fc.oneof(fc.constant("Agent"), fc.anything()),
        version: fc.oneof(
          fc.constant("1.0.0"),
          fc.stringMatching(/^1\.0\.0[./\\a-z]{0,4}$/),
          fc.anything(),
        ),
        description: fc.oneof(fc.string(), fc.anything()),
        distribution: fc.oneof(fc.constant(valid.distribution), fc.anything()),
        icon: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const registry = fc.record({
      version: fc.oneof(fc.constant("1.0.0"), fc.anything()),
      agents: fc.oneof(fc.array(fc.oneof(entry, fc.anything())), fc.anything()),
    });
    fc.assert(
      fc.property(fc.oneof(registry, fc.anything()), (json) => {
        const { agents, skipped } = parseRegistry(json);
        for (const { id, version } of agents) {
          expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
          expect(version).toMatch(/^[\w.+-]*\w$/);
        }
        for (const { message } of skipped) expect(message).toMatch(/^[A-Z0-9].*\.$/s);
      }),
      { numRuns: 1000 },
    );
  });
});
