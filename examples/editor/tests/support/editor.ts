import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { WebSocket } from "ws";
import { get, type Reply } from "./http.js";
import { endAfterTest } from "../../../agent/tests/support/programs.js";
import { SERVER } from "./programs.js";

/** The real server, started as a separate process. */
export interface Editor {
  readonly process: ChildProcess;
  /** The folder of the server. */
  readonly dataDir: string;
  /** The printed address, including the token. */
  readonly address: string;
  /** The address that opens a new session. */
  readonly sessionAddress: string;
  readonly origin: string;
  /** The next address, printed once the first one has been used. */
  readonly nextAddress: Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** Uses the one-time address and returns the cookie. */
  signIn(): Promise<string>;
}

interface EditorOptions {
  readonly launchDir?: string;
  /** The folder of the server. Default: a new one, which is removed when the server ends. */
  readonly dataDir?: string;
  readonly env?: Record<string, string>;
}

/** Starts the server, and ends it after the test. */
export function startEditor(
  args: readonly string[] = [],
  options?: EditorOptions,
): Promise<Editor> {
  const dataDir = options?.dataDir ?? createDataDir();
  const child = spawnServer(args, { ...options, dataDir });
  endAfterTest(child);
  return waitForAddress(child, dataDir);
}

type ServerProcess = ChildProcessByStdio<null, Readable, null>;

/** Starts the server. The caller ends it. */
export function spawnServer(
  args: readonly string[],
  { launchDir = process.cwd(), env, dataDir = createDataDir() }: EditorOptions = {},
): ServerProcess {
  return spawn(process.execPath, [SERVER, "--port", "0", "--data", dataDir, ...args], {
    env: {
      ...process.env,
      INIT_CWD: launchDir,
      // The reviews of folders are in the platform's folder.
      XDG_DATA_HOME: dataDir,
      ACP_DEMO_SPEED: "1000",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const dataDirs: string[] = [];

/** Creates a folder for a server. Folders stay until the worker of the tests ends. */
function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-editor-data-"));
  if (dataDirs.length === 0) process.once("exit", removeDataDirs);
  dataDirs.push(folder);
  return folder;
}

function removeDataDirs(): void {
  for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Resolves when the server has printed its address. */
export async function waitForAddress(child: ServerProcess, dataDir = ""): Promise<Editor> {
  const lines = createInterface({ input: child.stdout });
  const printed = (pattern: RegExp): Promise<string> => firstMatch(lines, pattern);
  const nextAddress = printed(/Another browser\?\s+(http\S+)/);
  // Most tests never use it, so its rejection must not fail them.
  nextAddress.catch(() => {});
  const address = await printed(/^ {2}Open (http\S+)$/);
  const origin = new URL(address).origin;
  return {
    process: child,
    dataDir,
    address,
    sessionAddress: address.includes("#") ? address : `${address}#new:scripted`,
    origin,
    nextAddress,
    get: (path, headers) => get(new URL(path, origin), headers),
    async signIn() {
      const { headers } = await get(new URL(address));
      return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    },
  };
}

interface SocketOptions {
  readonly cookie?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** Opens a WebSocket like the page does. The options override its headers and path. */
export function connect(editor: Editor, options: SocketOptions = {}): WebSocket {
  const { cookie, origin = editor.origin, path = "/acp" } = options;
  const socket = new WebSocket(`${editor.origin.replace("http", "ws")}${path}`, {
    headers: { ...(cookie && { cookie }), ...(origin && { origin }), ...options.headers },
  });
  // The tests wait for the status code or the close event that follows an error.
  socket.on("error", () => {});
  return socket;
}

/** Resolves to the HTTP status with which the WebSocket was refused. */
export async function refusalOf(socket: WebSocket): Promise<number> {
  const [request, response] = await once(socket, "unexpected-response");
  request.destroy();
  return response.statusCode;
}

function firstMatch(lines: ReturnType<typeof createInterface>, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.on("line", (line: string) => {
      const match = pattern.exec(line)?.[1];
      if (match !== undefined) resolve(match);
    });
    lines.once("close", () => reject(new Error(`the server exited without printing ${pattern}`)));
  });
}
