import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, type AcpStoreOptions, createAcpStore } from "@acp-store/core";
import { type AgentScript, createGate, scriptedAgent, type Turn } from "@acp-store/testing";
import { onTestFinished } from "vitest";
import { type NodeReview, openReview, type OpenReviewOptions } from "../../src/node/openReview.js";
import { commitAll, createFolders, createRepository, readTree, writeFiles } from "./folders.js";

/** A project with a review and an agent that really changes files. */
export interface OpenProject {
  readonly folder: string;
  readonly dir: string;
  readonly review: NodeReview;
  readonly store: AcpStore;
  readonly agent: AgentConnection;
  readonly sessionId: string;
  /** Returns the text of a file, or `undefined` if there is none. */
  readonly text: (path: string) => string | undefined;
  readonly write: (path: string, text: string | Buffer | null) => void;
  readonly tree: () => Record<string, string>;
  /** Sends a prompt, with the work of the agent. Resolves when everything was seen. */
  readonly prompt: (
    work: (turn: Turn, tools: AgentTools) => Promise<void>,
    text?: string,
    sessionId?: string,
  ) => Promise<void>;
  /** Sends a prompt, with a turn that runs until it is ended. Resolves when the agent has the prompt. */
  readonly begin: (text?: string) => Promise<OpenTurn>;
  readonly connect: (agentId: string, review?: NodeReview) => Promise<ConnectedAgent>;
  readonly reopen: () => Promise<NodeReview>;
}

export interface ConnectedAgent
  extends Pick<OpenProject, "store" | "agent" | "sessionId" | "prompt" | "begin"> {}

/** A running turn. */
export interface OpenTurn {
  readonly turn: Turn;
  readonly tools: AgentTools;
  readonly end: () => Promise<void>;
}

/** The ways in which an agent changes files. */
export interface AgentTools {
  /** Writes a file directly, and reports nothing. */
  write(path: string, text: string | Buffer | null): void;
  /** Edits a file directly, and reports the excerpt like Claude Code. */
  edit(path: string, oldText: string, newText: string): Promise<void>;
  /** Runs a command in the folder, in a call of the kind `execute`. */
  run(command: string): Promise<void>;
  /** Writes a file through the client. */
  writeThroughClient(path: string, text: string): Promise<unknown>;
  /** Reads lines of a file through the client. */
  readThroughClient(path: string, lines?: { line?: number; limit?: number }): Promise<unknown>;
}

interface ProjectOptions {
  /** The version of the protocol. Default: 1. */
  readonly version?: 1 | 2;
  /** The name and version that the agent reports. */
  readonly info?: AgentScript["info"];
  /** The options of the stores. */
  readonly store?: AcpStoreOptions;
  /** Returns the files to review, given the folder. Default: those on disk. */
  readonly wrapFiles?: (folder: string) => OpenReviewOptions["files"];
}

export async function openProject(
  files: Readonly<Record<string, string | Buffer>>,
  { version = 1, info, store: storeOptions, wrapFiles }: ProjectOptions = {},
): Promise<OpenProject> {
  const { folder, dir } = await createFolders();
  createRepository(folder);
  writeFiles(folder, files);
  commitAll(folder);
  const write: OpenProject["write"] = (path, text) => {
    if (text === null) rmSync(join(folder, path));
    else writeFiles(folder, { [path]: text });
  };
  const open = async (): Promise<NodeReview> => {
    const reviewed = wrapFiles?.(folder);
    const review = await openReview({ folder, dataDir: dir, ...(reviewed && { files: reviewed }) });
    onTestFinished(() => review.close());
    return review;
  };
  let review = await open();

  async function connect(agentId: string, to = review): Promise<ConnectedAgent> {
    let work: (turn: Turn, tools: AgentTools) => Promise<void> = async () => {};
    const store = createAcpStore(storeOptions);
    const scripted = scriptedAgent({
      protocolVersions: [version],
      speed: 1000,
      ...(info && { info }),
      onPrompt: (turn) => work(turn, createTools(turn)),
    });
    function createTools(turn: Turn): AgentTools {
      return {
        write,
        async edit(path, oldText, newText) {
          const diff = { type: "diff" as const, path: join(folder, path), oldText, newText };
          const call = await turn.call({ title: "Edit", kind: "edit", content: [diff] });
          write(
            path,
            readFileSync(join(folder, path), "utf8").replace(oldText, () => newText),
          );
          await call.complete();
        },
        async run(command) {
          const call = await turn.call({ title: command, kind: "execute", status: "in_progress" });
          await promisify(execFile)("sh", ["-c", command], { cwd: folder });
          await call.complete();
        },
        writeThroughClient: (path, content) =>
          turn.request("fs/write_text_file", { sessionId, path: join(folder, path), content }),
        readThroughClient: (path, lines) =>
          turn.request("fs/read_text_file", { sessionId, path: join(folder, path), ...lines }),
      };
    }
    const agent = await connectAgent(store, scripted.connect, to.add(store, agentId));
    onTestFinished(() => agent.close());
    const { sessionId } = await agent.newSession({ cwd: folder });
    return {
      ...{ store, agent, sessionId },
      async prompt(next, text = "Change files", session = sessionId) {
        work = next;
        await agent.prompt(session, text);
        await to.flush();
      },
      begin: (text = "Change files") =>
        new Promise((resolve, reject) => {
          const gate = createGate();
          work = async (turn, tools) => {
            const end = async (): Promise<void> => {
              gate.open();
              await answer;
            };
            resolve({ turn, tools, end });
            await turn.hold(gate);
          };
          const answer = agent.prompt(sessionId, text).then(() => {});
          answer.catch(reject);
        }),
    };
  }

  return {
    ...{ folder, dir, review, write, connect },
    ...(await connect("")),
    text(path) {
      const file = join(folder, path);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
    tree: () => readTree(folder),
    async reopen() {
      await review.close();
      review = await open();
      return review;
    },
  };
}
