const KEPT_LINES = 20;
const KEPT_CHARACTERS = 2000;
const KEPT_LOGS = 32;

/** What one agent said outside the protocol, as the page reads it. */
export interface AgentLogContent {
  /** The last lines of stderr. Lines of stdout that were no JSON begin with `stdout: `. */
  readonly lines: readonly string[];
  /** How many lines of stdout were no JSON, and therefore not passed on. */
  readonly skippedStdoutLines: number;
  /** How the agent ended, or `null` while it runs. */
  readonly ended: string | null;
}

export interface AgentLog {
  addStderr(line: string): void;
  addSkippedStdout(line: string): void;
  end(how: string): void;
  read(): AgentLogContent;
}

export interface AgentLogs {
  /** A new log for the connection `id`; it replaces the one of an earlier connection. */
  open(id: string | undefined): AgentLog;
  /** The log of the connection `id`, or of the agent started last. */
  read(id: string | undefined): AgentLogContent;
}

export function createAgentLogs(): AgentLogs {
  const byId = new Map<string, AgentLog>();
  let latest = createAgentLog();
  return {
    open(id) {
      latest = createAgentLog();
      if (id === undefined) return latest;
      byId.delete(id);
      byId.set(id, latest);
      const [oldest] = byId.keys();
      if (byId.size > KEPT_LOGS && oldest !== undefined) byId.delete(oldest);
      return latest;
    },
    read: (id) => (id === undefined ? latest : (byId.get(id) ?? createAgentLog())).read(),
  };
}

function createAgentLog(): AgentLog {
  const lines: string[] = [];
  let skippedStdoutLines = 0;
  let ended: string | null = null;
  const add = (line: string): void => {
    const cut = line.length > KEPT_CHARACTERS ? `${line.slice(0, KEPT_CHARACTERS)}…` : line;
    lines.push(cut);
    if (lines.length > KEPT_LINES) lines.shift();
  };
  return {
    addStderr: add,
    addSkippedStdout(line) {
      skippedStdoutLines += 1;
      add(`stdout: ${line}`);
    },
    end(how) {
      ended ??= how;
    },
    read: () => ({ lines: [...lines], skippedStdoutLines, ended }),
  };
}
