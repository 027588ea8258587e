import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { isAcpRegistryError } from "@acp-store/registry";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEntryCheck, linkStaysInFolder } from "../src/archiveRules.js";
import { type TestEntry, tarGz, zip } from "./support/archives.js";
import { createInstallation } from "./support/installation.js";
import { rejection } from "./support/rejection.js";

const FORMATS = { "agent.tar.gz": tarGz, "agent.zip": zip };
const program: TestEntry = { path: "agent", content: "#!/bin/sh\n", mode: 0o755 };
const link = (path: string, target: string): TestEntry => ({ path, type: "SymbolicLink", target });
const folder = (path: string): TestEntry => ({ path, type: "Directory", mode: 0o755 });

/** Entries that would leave the folder, with a part of the message. `tar` or `zip`: only that format has them. */
const HOSTILE: readonly (readonly [string, readonly TestEntry[], string, ("tar" | "zip")?])[] = [
  ["an absolute path", [{ path: "/tmp/acp-store-escaped" }], "/tmp/acp-store-escaped"],
  ["a path to the parent folder", [{ path: "../escaped" }], "../escaped"],
  ["a path that goes up later", [{ path: "a/../../escaped" }], "a/../../escaped"],
  ["a path with backslashes", [{ path: "..\\escaped" }], "escaped"],
  ["a path with a drive", [{ path: "C:/escaped" }], "C:/escaped"],
  ["an absolute link", [link("link", "/etc/passwd")], 'the link "link" leads to "/etc/passwd"'],
  ["a link to the parent folder", [link("link", "..")], 'the link "link" leads to ".."'],
  ["a link out of a subfolder", [folder("a"), link("a/link", "../../b")], "../../b"],
  [
    "a link that leaves through another one",
    [folder("a"), folder("a/b"), link("a/b/up", "../.."), link("link", "a/b/up/..")],
    'the link "link" leads to "a/b/up/.."',
  ],
  [
    "a file behind a link",
    [folder("a"), link("link", "a"), { path: "link/file", content: "x" }],
    "",
  ],
  ["a link behind a link", [folder("a"), link("self", "a"), link("self/up", "..")], ""],
  ["a hard link", [{ path: "link", type: "Link", target: "/etc/passwd" }], "Link", "tar"],
  ["a device", [{ path: "device", type: "CharacterDevice" }], '"device" is neither'],
  ["a named pipe", [{ path: "pipe", type: "FIFO" }], '"pipe" is neither'],
];

const cases = Object.entries(FORMATS).flatMap(([name, pack]) =>
  HOSTILE.filter(([, , , only]) => only === undefined || name.endsWith(`${only}.gz`)).map(
    ([description, entries, text]) => ({ name, pack, description, entries, text }),
  ),
);

/** Returns the paths of everything below a folder. */
const pathsIn = (path: string): string[] =>
  existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];

describe("an archive with hostile entries", () => {
  it.each(cases)("is rejected: $description in $name", async ({ name, pack, entries, text }) => {
    const archive = pack([program, ...entries]);
    const { install, dir } = await createInstallation(archive, name);
    const error = await rejection(install());
    expect(isAcpRegistryError(error) && error.reason).toMatch(/^(unsafe|corrupt)_archive$/);
    expect(String(error)).toContain("Nothing was installed.");
    expect(String(error)).toContain(text);
    expect(pathsIn(dirname(dir))).toEqual(["agents", "agents/agent"].map((path) => join(path)));
    expect(existsSync("/tmp/acp-store-escaped")).toBe(false);
  });

  it.each(Object.entries(FORMATS))(
    "is rejected if it unpacks to too much: %s",
    async (name, pack) => {
      const content = Buffer.concat([randomBytes(20_000), Buffer.alloc(5_000_000)]);
      const bomb = pack([program, { path: "data", content }]);
      expect(bomb.length).toBeLessThan(40_000);
      const { install, names } = await createInstallation(bomb, name);
      const error = await rejection(install({ maxUnpackedBytes: 4_000_000 }));
      expect(error).toMatchObject({
        reason: "too_large",
        message: "The archive is too large: it unpacks to more than 4 MB. Nothing was installed.",
      });
      expect(names()).toEqual([]);
    },
  );

  it.each([
    ["in a header", tarGz([{ path: "a", type: "ExtendedHeader", content: Buffer.alloc(4e6) }])],
    ["in place of entries", gzipSync(Buffer.alloc(4e6))],
  ])("is rejected if it expands a thousandfold %s", async (_place, bomb) => {
    const { install, names } = await createInstallation(bomb, "agent.tar.gz");
    expect(isAcpRegistryError(await rejection(install()))).toBe(true);
    expect(names()).toEqual([]);
  });

  it("is unpacked without the data behind its end", async () => {
    const tar = gunzipSync(tarGz([program]));
    const archive = gzipSync(Buffer.concat([tar, randomBytes(100_000), Buffer.alloc(4e6)]));
    const { install } = await createInstallation(archive, "agent.tar.gz");
    expect(existsSync(await install())).toBe(true);
  });

  it("is rejected if it has an entry of an unknown type", async () => {
    const archive = tarGz([program, { path: "sparse", type: "SolarisACL", content: "x" }]);
    const { install } = await createInstallation(archive, "agent.tar.gz");
    expect(await rejection(install())).toMatchObject({
      reason: "unsafe_archive",
      message: expect.stringContaining('"sparse" is neither') as string,
    });
  });

  it("is rejected if it claims to be smaller than it is", async () => {
    const lying = { path: "zeros", content: Buffer.alloc(1_000_000), claimedSize: 10 };
    const { install, names } = await createInstallation(zip([program, lying]), "agent.zip");
    expect(await rejection(install())).toMatchObject({ reason: "corrupt_archive" });
    expect(names()).toEqual([]);
  });

  it("is rejected if it has too many entries", () => {
    const check = createEntryCheck(1);
    const entry = { path: "a", type: "file", size: 0, mode: 0o644 } as const;
    const problems = Array.from({ length: 100_001 }, () => check(entry)).filter(Boolean);
    expect(problems).toMatchObject([
      { reason: "too_large", message: expect.stringContaining("than 100000 entries") as string },
    ]);
  });
});

describe("a damaged archive", () => {
  const damaged = Object.entries(FORMATS).flatMap(([name, pack]) => {
    const sound = pack([program, { path: "data", content: String(Math.PI).repeat(1000) }]);
    const changed = Buffer.from(sound);
    changed.fill(0, 40, 60);
    return [
      { name, damage: "cut off", archive: sound.subarray(0, sound.length - 40) },
      { name, damage: "changed in the middle", archive: changed },
      { name, damage: "empty", archive: Buffer.alloc(0) },
      { name, damage: "something else", archive: Buffer.from("<html>Not found</html>") },
    ];
  });

  it.each(damaged)("is rejected: $name, $damage", async ({ name, archive }) => {
    const { install, names } = await createInstallation(archive, name);
    const error = await rejection(install());
    expect(isAcpRegistryError(error) && error.reason).toMatch(
      /^(corrupt_archive|missing_executable)$/,
    );
    expect(names()).toEqual([]);
  });

  it.each(Object.entries(FORMATS))(
    "is rejected if two files have one name: %s",
    async (name, pack) => {
      const conflict = pack([program, { path: "a", content: "x" }, { path: "a/b", content: "x" }]);
      const { install, names } = await createInstallation(conflict, name);
      expect(await rejection(install())).toMatchObject({ reason: "corrupt_archive" });
      expect(names()).toEqual([]);
    },
  );
});

describe.runIf(process.platform !== "win32")("an archive with links inside", () => {
  it.each(Object.entries(FORMATS))("keeps links, modes and folders: %s", async (name, pack) => {
    const { install } = await createInstallation(
      pack([
        folder("lib"),
        { path: "lib/program", content: "#!/bin/sh\necho works\n", mode: 0o4755 },
        { path: "lib/data", content: "data", mode: 0o644 },
        link("agent", "lib/program"),
        link("lib/back", "../agent"),
      ]),
      name,
    );
    const executable = await install();
    expect(lstatSync(executable).isSymbolicLink()).toBe(true);
    expect(readFileSync(executable, "utf8")).toContain("works");
    const modeOf = (path: string) => statSync(join(executable, "..", path)).mode & 0o7777;
    // The right to run as the owner of the file is not kept.
    expect(modeOf("lib/program")).toBe(0o755);
    expect(modeOf("lib/data") & 0o111).toBe(0);
    expect(readFileSync(join(executable, "../lib/back"), "utf8")).toContain("works");
  });
});

it("allows no link that leads out of the folder, through any other allowed links", () => {
  const name = fc.constantFrom("a", "b", "c");
  const step = fc.oneof(name, fc.constantFrom("..", ".", ""));
  const entry = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/")),
    target: fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("/")),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
      const links = new Map<string, string>();
      // Like the unpackers: no entry is written behind a link.
      for (const { path, target } of entries) {
        const parents = path.split("/").map((_, index, all) => all.slice(0, index).join("/"));
        const isBehindLink = parents.some((parent) => links.has(parent));
        const hasChildren = [...links.keys()].some((other) => other.startsWith(`${path}/`));
        if (!isBehindLink && !hasChildren && !links.has(path) && linkStaysInFolder(path, target))
          links.set(path, target);
      }
      for (const path of links.keys()) expect(staysInside(path, links)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

/** Follows the links of a path as an operating system does. Returns whether it stays in the folder. */
function staysInside(path: string, links: ReadonlyMap<string, string>): boolean {
  const waiting = path.split("/");
  const current: string[] = [];
  for (let steps = 0; waiting.length > 0 && steps < 100; steps += 1) {
    const name = waiting.shift() ?? "";
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (current.pop() === undefined) return false;
      continue;
    }
    const target = links.get([...current, name].join("/"));
    if (target === undefined) current.push(name);
    else if (target.startsWith("/")) return false;
    else waiting.unshift(...target.split("/"));
  }
  return true;
}
