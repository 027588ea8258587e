import { readFileSync } from "node:fs";
import {
  type AgentPlatform,
  launchPlans,
  parseRegistry,
  type RegistryAgent,
} from "@acp-store/registry";
import { describe, expect, it } from "vitest";

const { agents } = parseRegistry(
  JSON.parse(readFileSync(new URL("fixtures/registry.json", import.meta.url), "utf8")),
);
const plansOf = (id: string, platform?: AgentPlatform) =>
  launchPlans(agents.find((agent) => agent.id === id) as RegistryAgent, platform);

describe("launchPlans", () => {
  it("runs a package of npm with npx, whose options end before the package", () => {
    expect(plansOf("node-agent")).toEqual([
      {
        kind: "npx",
        command: "npx",
        package: "@example/node-agent@1.4.0",
        args: ["--yes", "--", "@example/node-agent@1.4.0", "--acp"],
        env: {},
        summary:
          "npx downloads the package @example/node-agent@1.4.0 from npm when it is not on this computer yet, and runs it.",
        commandLine: "npx --yes -- @example/node-agent@1.4.0 --acp",
      },
    ]);
  });

  it("runs another command of a package of PyPI with uvx, and shows its variables", () => {
    expect(plansOf("python-agent")).toMatchObject([
      {
        kind: "uvx",
        args: [
          "--from",
          "python-agent[acp]==2026.10.1",
          "python-agent-acp",
          "serve",
          "with spaces",
        ],
        env: { AGENT_UPDATES: "off" },
        commandLine:
          "AGENT_UPDATES=off uvx --from 'python-agent[acp]==2026.10.1' python-agent-acp serve 'with spaces'",
      },
    ]);
  });

  it("lists the program for the platform after the packages", () => {
    const [npx, binary, ...others] = plansOf("native-agent", "linux-x86_64");
    expect(others).toEqual([]);
    expect(npx).toMatchObject({ args: ["--yes", "--package=native-agent", "--", "native"] });
    expect(binary).toEqual({
      kind: "binary",
      archive: "https://archives.example/native-linux.tar.gz",
      executable: "./bin/native",
      args: ["acp"],
      env: {},
      sha256: "0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789abcdef",
      summary:
        "The program is downloaded from https://archives.example/native-linux.tar.gz, which is compared with its checksum, and stored on this computer.",
      commandLine: "./bin/native acp",
    });
  });

  it("says that a program has no checksum", () => {
    const [, plan] = plansOf("native-agent", "windows-x86_64");
    expect(plan?.summary).toContain("has no checksum to compare it with");
    expect(plan).not.toHaveProperty("sha256");
  });

  it("lists no program for other platforms, and none without a release", () => {
    expect(plansOf("native-agent", "darwin-aarch64").map(({ kind }) => kind)).toEqual(["npx"]);
    const agent = agents[0] as RegistryAgent;
    expect(launchPlans({ ...agent, distribution: {} })).toEqual([]);
  });

  it("quotes arguments that a user could mistake for several", () => {
    const agent = agents[0] as RegistryAgent;
    const npx = { package: "agent", args: ["", "it's", "a;b", "$(c)"], env: { A: "x y" } };
    const [plan] = launchPlans({ ...agent, distribution: { npx } });
    expect(plan?.commandLine).toBe(`A='x y' npx --yes -- agent '' 'it'\\''s' 'a;b' '$(c)'`);
  });
});
