import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect as connectSocket, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NatsConnection } from "@nats-io/nats-core";
import { onTestFinished } from "vitest";
import { connectToNats } from "./connectToNats.js";

const INSTALL = "apt-get install -y --no-install-recommends nats-server";

/** Whether there is a `nats-server` to test with. If there is none, prints how to install it. */
export const hasNatsServer = findNatsServer();

function findNatsServer(): boolean {
  try {
    execFileSync("nats-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    const hint = `nats-server was not found. Install it (Debian, Ubuntu: ${INSTALL}).`;
    if (process.env.ACP_REQUIRE_NATS === "1")
      throw new Error(`ACP_REQUIRE_NATS=1 requires a NATS server. ${hint}`);
    process.stderr.write(`Skipping the tests of NATS. ${hint}\n`);
    return false;
  }
}

/** A server with JetStream whose data survives a kill. */
export interface NatsServer {
  /** The port, for connections of other processes. */
  readonly port: number;
  /** Connects, as a user whose password is the name if there is one. */
  connect(user?: string): Promise<NatsConnection>;
  /** Connects over a network that can fail silently. */
  connectThroughProxy(): Promise<{
    connection: NatsConnection;
    /** Stops all traffic without closing the connection. */
    pause(): void;
    resume(): void;
  }>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the server again, with the same port and data. Resolves when it accepts connections. */
  restart(): Promise<void>;
}

interface NatsServerOptions {
  /** The text of the configuration file. */
  readonly config?: string;
  /** The user of connections without another one, if the server has users. */
  readonly user?: string;
}

/** Starts a server, which ends with the test. */
export async function startNatsServer({
  config: configText = "",
  user: firstUser,
}: NatsServerOptions = {}): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "acp-nats-"));
  const config = join(folder, "server.conf");
  await writeFile(config, configText);
  const port = await freePort();
  const connections: NatsConnection[] = [];
  let server: ChildProcess | undefined;
  const killOnExit = (): void => void server?.kill("SIGKILL");
  process.once("exit", killOnExit);

  function start(): void {
    const args = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder, "-c", config];
    server = spawn("nats-server", args, { stdio: "ignore" });
  }

  async function kill(): Promise<void> {
    const killed = server;
    server = undefined;
    if (killed === undefined || killed.exitCode !== null) return;
    const exited = new Promise((resolve) => killed.once("exit", resolve));
    killed.kill("SIGKILL");
    await exited;
  }

  async function connectWhenReady(to: number, user = firstUser): Promise<NatsConnection> {
    const connection = await connectToNats(to, user);
    connections.push(connection);
    return connection;
  }

  async function connectThroughProxy() {
    const sockets: Socket[] = [];
    const proxy = createServer((near) => {
      const far = connectSocket(port, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.push(from);
        from.on("data", (data) => to.write(data));
        from.on("close", () => to.destroy());
        from.on("error", () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void proxy.close());
    const connection = await connectWhenReady(portOf(proxy));
    return {
      connection,
      pause: () => sockets.forEach((socket) => socket.pause()),
      resume: () => sockets.forEach((socket) => socket.resume()),
    };
  }

  onTestFinished(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await kill();
    process.off("exit", killOnExit);
    await rm(folder, { recursive: true, force: true });
  });
  start();
  const first = await connectWhenReady(port);
  await first.flush();
  return {
    port,
    connect: (user) => connectWhenReady(port, user),
    connectThroughProxy,
    kill,
    async restart() {
      start();
      const connection = await connectWhenReady(port);
      await connection.close();
    },
  };
}

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a TCP address");
  return address.port;
}
