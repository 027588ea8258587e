import claudeCancel from "./recordings/claude-cancel.jsonl?url";
import claudeErrors from "./recordings/claude-errors.jsonl?url";
import claudeFixTypo from "./recordings/claude-fix-typo.jsonl?url";
import claudeFixTypoV2 from "./recordings/claude-fix-typo-v2.jsonl?url";
import claudeParallel from "./recordings/claude-parallel-v2.jsonl?url";
import claudeSignIn from "./recordings/claude-sign-in.jsonl?url";
import claudeSubagent from "./recordings/claude-subagent.jsonl?url";
import codexReject from "./recordings/codex-reject-v2.jsonl?url";
import geminiErrors from "./recordings/gemini-errors.jsonl?url";
import geminiFixTypo from "./recordings/gemini-fix-typo.jsonl?url";
import geminiSignIn from "./recordings/gemini-sign-in.jsonl?url";
import geminiTwoSessions from "./recordings/gemini-two-sessions.jsonl?url";
import opencodeStopCommand from "./recordings/opencode-stop-command.jsonl?url";
import scriptedForm from "./recordings/scripted-form-v2.jsonl?url";
import scriptedSignIn from "./recordings/scripted-sign-in-v2.jsonl?url";

/** A recorded session of a published agent, or of the scripted agent of the editor example. */
export interface Recording {
  /** Identifies the recording in the address of the page. */
  readonly id: string;
  readonly agent: string;
  readonly title: string;
  /** The version of the protocol. */
  readonly version: 1 | 2;
  readonly url: string;
}

type Row = readonly [id: string, agent: string, version: 1 | 2, title: string, url: string];

const ROWS: readonly Row[] = [
  ["claude-fix-typo", "Claude Code", 1, "Fix a typo, with a plan and permissions", claudeFixTypo],
  ["claude-fix-typo-v2", "Claude Code", 2, "Fix a typo, with terminals", claudeFixTypoV2],
  ["claude-parallel-v2", "Claude Code", 2, "Three tool calls in parallel", claudeParallel],
  ["claude-subagent", "Claude Code", 1, "Delegate to a subagent", claudeSubagent],
  ["claude-cancel", "Claude Code", 1, "Stop while a permission is pending", claudeCancel],
  ["claude-errors", "Claude Code", 1, "Failing tools, API and stream", claudeErrors],
  ["claude-sign-in", "Claude Code", 1, "A sign-in that needs a terminal", claudeSignIn],
  ["codex-reject-v2", "Codex", 2, "Reject one of two commands", codexReject],
  ["gemini-fix-typo", "Gemini CLI", 1, "Fix a typo, and sign in", geminiFixTypo],
  ["gemini-sign-in", "Gemini CLI", 1, "Sign in before the first session", geminiSignIn],
  ["gemini-errors", "Gemini CLI", 1, "A failing tool and a failing turn", geminiErrors],
  ["gemini-two-sessions", "Gemini CLI", 1, "Two sessions", geminiTwoSessions],
  ["opencode-stop-command", "OpenCode", 1, "Stop a long command", opencodeStopCommand],
  [
    "scripted-sign-in-v2",
    "Scripted agent",
    2,
    "A sign-in that fails, then one that works",
    scriptedSignIn,
  ],
  ["scripted-form-v2", "Scripted agent", 2, "Fill in a form, and a refused setting", scriptedForm],
];

/** The recordings that the page offers, by agent. The first one is shown by default. */
export const RECORDINGS: readonly Recording[] = ROWS.map(([id, agent, version, title, url]) => ({
  ...{ id, agent, version, title, url },
}));
