const MAX_LINES = 20;
const MAX_LINE_CHARACTERS = 2000;
const MAX_LOGS = 32;
/** The number of lines that explain an exit. */
const MAX_LAST_WORDS = 5;
/** The time in ms before the exit in which a line counts as an explanation. */
const RELEVANT_MS = 2000;

/** The output of one agent outside the protocol, as the page reads it. */
export interface AgentLogContent {
  /** The last lines of stderr. Lines of stdout that were not JSON start with `stdout: `. */
  readonly lines: readonly string[];
  /** The number of stdout lines that were not JSON and therefore not forwarded. */
  readonly skippedStdoutLines: number;
  /** The reason why the agent ended, or `null` while it runs. */
  readonly ended: string | null;
  /**
   * The lines that the agent wrote to stderr right before it ended. Older lines belong to its ordinary
   * log and would name a false cause.
   */
  readonly lastWords: readonly string[];
}

export interface AgentLog {
  addStderr(line: string): void;
  addSkippedStdout(line: string): void;
  /** Records how the agent ended. Later calls have no effect. */
  end(reason: string): void;
  read(): AgentLogContent;
}

export interface AgentLogs {
  /** Creates the log of the connection `id` and replaces that of an earlier connection. */
  open(id: string | undefined): AgentLog;
  /** Adds the connection `id` to the agent of an earlier connection. */
  add(id: string | undefined, log: AgentLog): void;
  /** Returns the log of the connection `id`, or of the agent that was started last. */
  read(id: string | undefined): AgentLogContent;
}

/** Creates a collection that keeps the logs of the latest connections. */
export function createAgentLogs(): AgentLogs {
  const logsById = new Map<string, AgentLog>();
  let latest = createAgentLog();

  function add(id: string | undefined, log: AgentLog): void {
    latest = log;
    if (id === undefined) return;
    logsById.delete(id);
    logsById.set(id, log);
    const [oldest] = logsById.keys();
    if (logsById.size > MAX_LOGS && oldest !== undefined) logsById.delete(oldest);
  }

  return {
    open(id) {
      const log = createAgentLog();
      add(id, log);
      return log;
    },
    add,
    read: (id) => (id === undefined ? latest : (logsById.get(id) ?? createAgentLog())).read(),
  };
}

function createAgentLog(): AgentLog {
  const lines: string[] = [];
  let words: { readonly line: string; readonly at: number }[] = [];
  let lastWords: readonly string[] = [];
  let skippedStdoutLines = 0;
  let ended: string | null = null;
  const add = (line: string): void => {
    const isLong = line.length > MAX_LINE_CHARACTERS;
    lines.push(isLong ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line);
    if (lines.length > MAX_LINES) lines.shift();
  };
  return {
    addStderr(line) {
      add(line);
      if (line.trim() === "") return;
      words = [...words, { line: line.trim(), at: performance.now() }].slice(-MAX_LAST_WORDS);
    },
    addSkippedStdout(line) {
      skippedStdoutLines += 1;
      add(`stdout: ${line}`);
    },
    end(reason) {
      if (ended !== null) return;
      ended = reason;
      const since = performance.now() - RELEVANT_MS;
      lastWords = words.filter(({ at }) => at >= since).map(({ line }) => line);
    },
    read: () => ({ lines: [...lines], skippedStdoutLines, ended, lastWords }),
  };
}
