import { fork } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { selectMessages } from "@acp-store/core";
import { createOverview, type InboxItem } from "@acp-store/fleet";
import { createMirror, isAcpMirrorError, type Mirror } from "@acp-store/mirror";
import { natsLink } from "@acp-store/mirror/nats";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasNatsServer, startNatsServer } from "../../../mirror/tests/support/natsServer.js";
import { bundle } from "../../../persist/tests/support/bundle.js";
import type { MachineReport } from "./machine.js";

const PROGRAM = join(import.meta.dirname, "../../node_modules/.cache/machine.mjs");
const MACHINES = ["home", "office"];

/** Starts a process with the agents of a machine. */
function startMachine(port: number, name: string) {
  const child = fork(PROGRAM, [String(port), name]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = new Map<string, string>();
  const heard: string[] = [];
  child.on("message", (report: MachineReport) => {
    if (report.heard !== undefined) heard.push(report.heard);
    said.set(report.agentId, (said.get(report.agentId) ?? "") + (report.said ?? ""));
  });
  return {
    name,
    heard,
    said: () => said.get(`${name}-writer`) ?? "",
    stopWriting: () => child.send("stop"),
  };
}

describe.runIf(hasNatsServer)("the inbox of two machines on NATS", () => {
  beforeAll(async () => {
    mkdirSync(join(PROGRAM, ".."), { recursive: true });
    writeFileSync(PROGRAM, await bundle(join(import.meta.dirname, "machine.ts"), "node"));
    return () => rmSync(PROGRAM);
  });

  it("loses and repeats nothing when the server is killed while turns run and requests wait", async () => {
    const server = await startNatsServer();
    const machines = MACHINES.map((name) => startMachine(server.port, name));
    // NATS Server 2.9.10 crashes if a mirror asks for a stream that is just being created.
    await expect.poll(() => machines.every(({ said }) => said() !== "")).toBe(true);
    const connection = await server.connect();
    const overview = createOverview();
    const mirrors = new Map<string, Mirror>();
    for (const agentId of MACHINES.flatMap((name) => [`${name}-asker`, `${name}-writer`])) {
      const mirror = createMirror(() => natsLink(connection, agentId));
      onTestFinished(() => mirror.close());
      mirrors.set(agentId, mirror);
      overview.add(agentId, mirror);
    }
    const mirrorOf = (agentId: string): Mirror => mirrors.get(agentId) ?? expect.unreachable();
    const shown = (name: string): string => textOf(mirrorOf(`${name}-writer`));
    /** Answers like a user, who tries again when it is not known whether the answer has arrived. */
    async function answer(item: InboxItem): Promise<void> {
      const [permission] = item.kind === "waiting" ? item.permissions : [];
      const { permissionId = "", options: [option] = [] } = permission ?? {};
      const mirror = mirrorOf(item.agentId);
      await expect.poll(() => mirror.status).toBe("live");
      try {
        await mirror.actions.respondToPermission(permissionId, option?.optionId ?? "");
      } catch (error) {
        const reason = isAcpMirrorError(error) ? error.reason : error;
        if (reason === "uncertain") return answer(item);
        expect(reason).toBe("already_settled");
      }
    }
    const rows = (): string[] =>
      overview
        .getState()
        .inbox.map(({ kind, agentId }) => `${kind} ${agentId}`)
        .sort();
    /** The requests that were answered in earlier rounds, which a mirror may still show. */
    const answered = new Set<string>();
    const requests = (): string[] =>
      overview
        .getState()
        .inbox.flatMap((item) => (item.kind === "waiting" ? item.permissions : []))
        .map(({ permissionId }) => permissionId);

    for (let round = 0; round < 2; round++) {
      await expect
        .poll(() => [...rows(), ...requests().filter((id) => answered.has(id))])
        .toEqual(["waiting home-asker", "waiting office-asker"]);
      for (const id of requests()) answered.add(id);
      await expect.poll(() => overview.getState().counts.working).toBe(4);
      await server.kill();
      const atKill = machines.map(({ said }) => said().length);
      const isAhead = (text: string, at: number): boolean => text.length > (atKill[at] ?? 0) + 200;
      await expect.poll(() => machines.every(({ said }, at) => isAhead(said(), at))).toBe(true);
      const answers = overview.getState().inbox.map(answer);
      await server.restart();
      await Promise.all(answers);
      await expect.poll(() => MACHINES.every((name, at) => isAhead(shown(name), at))).toBe(true);
    }
    for (const { stopWriting } of machines) stopWriting();
    await expect.poll(rows).toEqual(Array.from(mirrors.keys(), (agentId) => `finished ${agentId}`));
    for (const { name, heard, said } of machines) {
      await expect.poll(() => shown(name)).toBe(said());
      expect(heard).toEqual(["allow-once", "allow-once"]);
      const words = said().trim().split(" ");
      expect(words).toEqual(Array.from(words, (_, index) => String(index)));
    }
  });
});

/** Returns what the agent has said in the only session of a mirror. */
function textOf(mirror: Mirror): string {
  const [sessionId = ""] = mirror.getState().sessions.keys();
  return selectMessages(mirror.getState(), sessionId)
    .filter(({ role }) => role === "agent")
    .flatMap(({ content }) => content)
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
}
