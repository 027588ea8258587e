import { isChangesDiff, type Session } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { cleanup, render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import claudeBasic from "../../core/tests/fixtures/recordings/claude-basic-v2.jsonl?raw";
import claudeSubagent from "../../core/tests/fixtures/recordings/claude-subagent-unstable.jsonl?raw";
import geminiSessions from "../../core/tests/fixtures/recordings/gemini-twosessions.jsonl?raw";
import opencodeErrors from "../../core/tests/fixtures/recordings/opencode-errors.jsonl?raw";
import { ChangesView, DiffView, ToolCallLineCount } from "../src/diff/index.js";
import {
  AcpUiProvider,
  BlockView,
  CopyButton,
  EmptyState,
  Icon,
  LabeledSelect,
  lazySlots,
  Message,
  Notice,
  type PanelAgent,
  SessionOptions,
  SessionPicker,
  SettingErrors,
  Spinner,
  SubagentCard,
  Tabs,
  TerminalOutput,
  ToolCallCard,
  TurnEnd,
  UsageMeter,
} from "../src/index.js";
import * as ui from "../src/index.js";
import { MarkdownText } from "../src/markdown/index.js";
import { Output } from "../src/output/index.js";
import "@acp-store/ui/style.css";
import { violations } from "../../devtools/browser/support/looks.js";
import { type OpenRecording, openRecording } from "./support/openRecording.js";
import { IDLE_AGENT } from "./support/session.js";

/** Parts that other files of this folder test: alone, in the panel, or with an agent. */
const TESTED_ELSEWHERE = [
  ...["AcpUiProvider", "AgentPanel", "Conversation", "PermissionDock", "PlanPanel"],
  ...["ElicitationDock", "ElicitationPrompt", "QueuedPrompts", "Composer", "SessionList"],
  ...["ConnectionBanner", "AccountMenu", "AgentLog", "Popover", "PlayerBar", "ReviewChanges"],
];
const CLAUDE = openRecording(claudeBasic);
const OPENCODE = openRecording(opencodeErrors);
const GEMINI = openRecording(geminiSessions);
const SUBAGENT = openRecording(claudeSubagent);
const REFUSED = refuseMode(openRecording(claudeBasic));

/** Lets the agent of the recording refuse another mode. */
function refuseMode(recording: OpenRecording): OpenRecording {
  const { store, sessionId } = recording;
  const params = { sessionId, configId: "mode", value: "plan" };
  const request = { jsonrpc: "2.0", id: "refused", method: "session/set_config_option", params };
  store.observe({ dir: "sent", msg: request });
  const error = { code: -32_603, message: "Plan mode is not available" };
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: "refused", error } });
  return recording;
}

interface PartTest {
  readonly recording?: OpenRecording;
  readonly agent?: PanelAgent;
  readonly element: (session: Session) => ReactElement | null;
  /** Checks the part and what it does for the user. */
  readonly check: () => Promise<unknown>;
}

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`There is no element ${selector}.`);
  return element;
};
const shows = async (text: string | RegExp): Promise<unknown> =>
  expect.element(page.getByText(text).first()).toBeVisible();

const sent: unknown[] = [];
const chosen: string[] = [];

const PARTS: Readonly<Record<string, PartTest>> = {
  EmptyState: {
    agent: { ...IDLE_AGENT, prompt: async (_, prompt) => sent.push(prompt) },
    element: () => (
      <EmptyState examples={[{ icon: "search", label: "Start", prompt: "Explain it" }]} />
    ),
    async check() {
      await page.getByRole("button", { name: "Start" }).click();
      expect(sent).toEqual([[{ type: "text", text: "Explain it" }]]);
    },
  },
  Message: {
    element: ({ messages }) => (
      <Message id={[...messages.keys()].at(-1) ?? ""} run={0} isStreaming={false} />
    ),
    check: async () => expect(find(".acp-markdown, .acp-plain-text").innerText).not.toBe(""),
  },
  BlockView: {
    element: ({ turns }) => (
      <BlockView
        block={{ key: "end", type: "turn_end", turnId: [...turns.keys()][0] ?? "" }}
        isStreaming={false}
      />
    ),
    check: () => shows(/^Worked for/),
  },
  ToolCallCard: {
    element: ({ toolCalls }) => <ToolCallCard id={[...toolCalls.keys()][0] ?? ""} />,
    async check() {
      const button = page.getByRole("button", { expanded: false });
      button.element().focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByRole("button", { expanded: true })).toBeVisible();
    },
  },
  TerminalOutput: {
    element: ({ terminals }) => <TerminalOutput terminalId={[...terminals.keys()][0] ?? ""} />,
    check: () => shows(/Hello, ACP!/),
  },
  SubagentCard: {
    recording: SUBAGENT,
    element: ({ subagents }) => <SubagentCard sessionId={[...subagents.keys()][0] ?? ""} />,
    async check() {
      await page.getByRole("button", { expanded: false }).first().click();
      await expect.element(page.getByRole("button", { expanded: true }).first()).toBeVisible();
    },
  },
  TurnEnd: {
    recording: OPENCODE,
    element: ({ turns }) => (
      <TurnEnd turnId={[...turns].find(([, turn]) => turn.status === "failed")?.[0] ?? ""} />
    ),
    check: () => expect.element(page.getByRole("alert")).toBeVisible(),
  },
  UsageMeter: {
    element: () => <UsageMeter />,
    check: () => expect.element(page.getByRole("meter")).toBeVisible(),
  },
  SessionOptions: {
    agent: {
      ...IDLE_AGENT,
      setConfigOption: async (_, id, value) => void chosen.push(`${id}=${String(value)}`),
    },
    element: () => <SessionOptions />,
    async check() {
      const select = page.getByRole("combobox", { name: "Mode", exact: true });
      await select.selectOptions("plan");
      expect(chosen).toEqual(["mode=plan"]);
    },
  },
  SettingErrors: {
    recording: REFUSED,
    element: () => <SettingErrors />,
    check: () => shows(/Plan mode is not available/),
  },
  Notice: {
    element: () => <Notice title="Saved" tone="neutral" detail="In this browser" />,
    check: () => expect.element(page.getByRole("status")).toHaveTextContent("SavedIn this browser"),
  },
  MarkdownText: {
    element: () => <MarkdownText text={"**Bold** and `code"} isStreaming />,
    async check() {
      expect(find("strong").textContent).toBe("Bold");
      expect(find("code").textContent).toBe("code");
    },
  },
  Output: {
    element: () => <Output label="Log" text={"\u001B[32mpassed\u001B[0m"} />,
    async check() {
      const group = page.getByRole("group", { name: "Log" });
      await expect.element(group).toHaveTextContent("passed");
    },
  },
  DiffView: {
    element: () => (
      <DiffView diff={{ type: "diff", path: "/a.ts", oldText: "one\n", newText: "two\n" }} />
    ),
    async check() {
      await shows("+1");
      expect(document.querySelectorAll(".acp-diff-row").length).toBe(2);
    },
  },
  ChangesView: {
    element: ({ toolCalls }) => {
      const items = [...toolCalls.values()].flatMap(({ content }) => content);
      const item = items.find(isChangesDiff);
      return item !== undefined ? <ChangesView item={item} /> : null;
    },
    check: () => shows(/greet\.js/),
  },
  ToolCallLineCount: {
    element: () => (
      <ToolCallLineCount
        content={[{ type: "diff", path: "/a.ts", oldText: "one\n", newText: "two\nthree\n" }]}
      />
    ),
    check: () => shows("+2"),
  },
  LabeledSelect: {
    element: () => (
      <LabeledSelect
        label="Effort"
        value="Low"
        groups={[{ choices: ["Low", "High"].map((name) => ({ name, value: name })) }]}
        onChoose={(value) => chosen.push(value)}
      />
    ),
    async check() {
      await page.getByRole("combobox", { name: "Effort" }).selectOptions("High");
      expect(chosen.at(-1)).toBe("High");
    },
  },
  SessionPicker: {
    recording: GEMINI,
    element: ({ sessionId }) => (
      <SessionPicker sessionId={sessionId} onChoose={(id) => chosen.push(id)} />
    ),
    async check() {
      const [, second = ""] = GEMINI.store.getState().sessions.keys();
      await page.getByRole("combobox").selectOptions(second);
      expect(chosen.at(-1)).toBe(second);
    },
  },
  Tabs: {
    element: () => (
      <>
        <Tabs<"panel" | "files">
          label="View"
          tabs={{ panel: "Panel", files: "Files" }}
          selected="panel"
          getPanelId={(id) => `view-${id}`}
          onSelect={(id) => chosen.push(id)}
        />
        <p id="view-panel" role="tabpanel" aria-label="Panel">
          The panel
        </p>
        <p id="view-files" role="tabpanel" aria-label="Files" hidden>
          The files
        </p>
      </>
    ),
    async check() {
      await page.getByRole("tab", { name: "Panel" }).click();
      await userEvent.keyboard("{ArrowRight}");
      expect(chosen.at(-1)).toBe("files");
    },
  },
  CopyButton: {
    element: () => (
      <>
        <CopyButton text="npm install" label="Copy the command" />
        <input aria-label="Target" />
      </>
    ),
    async check() {
      await page.getByRole("button", { name: "Copy the command" }).click();
      await expect.element(page.getByRole("status")).toHaveTextContent("Copied");
      await page.getByRole("textbox", { name: "Target" }).click();
      await userEvent.keyboard("{Control>}v{/Control}");
      await expect.element(page.getByRole("textbox")).toHaveValue("npm install");
    },
  },
  Icon: {
    element: () => <Icon name="sparkle" />,
    check: async () => expect(find("svg").ariaHidden).toBe("true"),
  },
  Spinner: {
    element: () => <Spinner />,
    check: async () => expect(getComputedStyle(find("svg")).animationName).toBe("acp-turn"),
  },
};

it.each(Object.entries(PARTS))("shows %s alone, without violations", async (_, part) => {
  const { store, sessionId } = part.recording ?? CLAUDE;
  const session = store.getState().sessions.get(sessionId);
  if (session === undefined) throw new Error("The recording has no session.");
  render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>
        <AcpUiProvider slots={lazySlots} agent={part.agent}>
          {part.element(session)}
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  await part.check();
  expect(await violations()).toEqual([]);
  cleanup();
});

it("has a test for each part", () => {
  const names = Object.keys(ui).filter((name) => /^[A-Z][a-z]/.test(name));
  const tested = new Set([...Object.keys(PARTS), ...TESTED_ELSEWHERE]);
  expect(names.filter((name) => !tested.has(name))).toEqual([]);
});
