import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeTerminalLogin } from "@acp-store/client/node";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder } from "../support/temporaryFolder.js";

describe("nodeTerminalLogin", () => {
  it("runs the program with the arguments and variables of the sign-in method", async () => {
    const cwd = await createTemporaryFolder();
    const script = `const seen = { args: process.argv.slice(1), token: process.env.TOKEN, mode: process.env.MODE };
      require("node:fs").writeFileSync("seen.json", JSON.stringify(seen));`;
    const env = { MODE: "acp", TOKEN: "old" };
    const logIn = nodeTerminalLogin(process.execPath, ["-e", script], { cwd, env });
    await logIn({ id: "a", name: "Sign in", args: ["login"], env: { TOKEN: "new" } });
    expect(JSON.parse(await readFile(join(cwd, "seen.json"), "utf8"))).toEqual({
      args: ["login"],
      token: "new",
      mode: "acp",
    });
  });

  it("rejects with the exit code if the program fails", async () => {
    const logIn = nodeTerminalLogin(process.execPath, ["-e", "process.exit(4)"]);
    await expect(logIn({ id: "a", name: "Sign in", args: [], env: {} })).rejects.toMatchObject({
      message: "Sign in failed: the program exited with code 4.",
      command: process.execPath,
      exitCode: 4,
    });
  });

  it("rejects with the error code if the program cannot be started", async () => {
    const logIn = nodeTerminalLogin("no-such-agent-here");
    await expect(logIn({ id: "a", name: "Sign in", args: [], env: {} })).rejects.toMatchObject({
      command: "no-such-agent-here",
      code: "ENOENT",
    });
  });
});
