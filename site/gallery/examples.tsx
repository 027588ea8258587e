import { isChangesDiff, isTextDiff } from "@acp-store/core";
import { createPlayer, nameFrames } from "@acp-store/devtools";
import { useSession, useSessionIds } from "@acp-store/react";
import {
  AccountMenu,
  AgentLog,
  AgentPanel,
  BlockView,
  Composer,
  ConnectionBanner,
  Conversation,
  CopyButton,
  ElicitationDock,
  ElicitationPrompt,
  EmptyState,
  Icon,
  LabeledSelect,
  Message,
  Notice,
  PermissionDock,
  PlanPanel,
  PlayerBar,
  Popover,
  QueuedPrompts,
  ReviewChanges,
  SessionList,
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
  useConversation,
  useSessionElicitations,
} from "@acp-store/ui";
import { ChangesView, DiffView, ToolCallLineCount } from "@acp-store/ui/diff";
import {
  AgentSessions,
  HandoffDialog,
  FleetPanel,
  Inbox,
  RegistryPicker,
  StartPage,
  useNewSession,
} from "@acp-store/ui/fleet";
import { Code } from "@acp-store/ui/highlight";
import { MarkdownText } from "@acp-store/ui/markdown";
import { Output } from "@acp-store/ui/output";
import { type ReactNode, useState } from "react";

// The gallery shows the text of each function as the code of its part.

export const AgentPanelExample = (): ReactNode => {
  const [sessionId = ""] = useSessionIds();
  return <AgentPanel sessionId={sessionId} cwd="/workspace" isRecording />;
};

export const PlayerBarExample = (): ReactNode => {
  const [frames] = useState(() =>
    ["session/prompt", "session/update", "session/request_permission", "session/update"].map(
      (method, index) => ({
        t: index * 1200,
        dir: index === 0 ? ("sent" as const) : ("recv" as const),
        msg: { jsonrpc: "2.0", method },
      }),
    ),
  );
  const [player] = useState(() => createPlayer(frames));
  return <PlayerBar player={player} frames={frames} names={nameFrames(frames)} />;
};

export const ConversationExample = (): ReactNode => <Conversation />;

export const EmptyStateExample = (): ReactNode => <EmptyState />;

export const MessageExample = (): ReactNode => {
  const id = useSession((session) => [...(session?.messages.keys() ?? [])].at(-1)) ?? "";
  const isStreaming = useSession((session) => session?.activity === "running");
  return <Message id={id} run={0} isStreaming={isStreaming} />;
};

export const BlockViewExample = (): ReactNode => {
  const { blocks } = useConversation();
  const block = blocks.findLast(({ type }) => type !== "turn_end");
  return block && <BlockView block={block} isStreaming={false} />;
};

export const ToolCallCardExample = (): ReactNode => {
  const id = useSession((session) => [...(session?.toolCalls.keys() ?? [])].at(-1)) ?? "";
  const session = useSession();
  const permissions = [...(session?.permissions.values() ?? [])];
  const permissionIds = permissions
    .filter(({ toolCallId }) => toolCallId === id)
    .map(({ permissionId }) => permissionId);
  return <ToolCallCard id={id} permissionIds={permissionIds} />;
};

export const TerminalOutputExample = (): ReactNode => {
  const id = useSession((session) => [...(session?.terminals.keys() ?? [])].at(-1)) ?? "";
  return <TerminalOutput terminalId={id} />;
};

export const SubagentCardExample = (): ReactNode => {
  const id = useSession((session) => [...(session?.subagents.keys() ?? [])].at(-1)) ?? "";
  return <SubagentCard sessionId={id} />;
};

export const TurnEndExample = (): ReactNode => {
  const id = useSession((session) => [...(session?.turns.keys() ?? [])].at(-1)) ?? "";
  return <TurnEnd turnId={id} />;
};

export const PermissionDockExample = (): ReactNode => <PermissionDock />;

export const ElicitationDockExample = (): ReactNode => <ElicitationDock />;

export const ElicitationPromptExample = (): ReactNode => {
  const [sessionId] = useSessionIds();
  const [elicitation] = useSessionElicitations(sessionId);
  return elicitation && <ElicitationPrompt elicitation={elicitation} isDisabled={false} />;
};

export const ReviewChangesExample = (): ReactNode => <ReviewChanges />;

export const PlanPanelExample = (): ReactNode => <PlanPanel />;

export const ComposerExample = (): ReactNode => <Composer />;

export const QueuedPromptsExample = (): ReactNode => <QueuedPrompts />;

export const UsageMeterExample = (): ReactNode => <UsageMeter />;

export const SessionOptionsExample = (): ReactNode => <SessionOptions />;

export const SettingErrorsExample = (): ReactNode => <SettingErrors />;

export const SessionListExample = (): ReactNode => {
  const [sessionId] = useSessionIds();
  const actions = { newSession() {}, showSession() {}, closeSession() {} };
  return <SessionList sessionId={sessionId} actions={actions} />;
};

export const SessionPickerExample = (): ReactNode => {
  const [first = ""] = useSessionIds();
  const [sessionId, setSessionId] = useState(first);
  return <SessionPicker sessionId={sessionId} onChoose={setSessionId} />;
};

export const DiffViewExample = (): ReactNode => {
  const call = useSession((session) => [...(session?.toolCalls.values() ?? [])].at(-1));
  return call?.content.map(
    (item) => isTextDiff(item) && <DiffView key={item.path} diff={item} call={call} />,
  );
};

export const ChangesViewExample = (): ReactNode => {
  const call = useSession((session) => [...(session?.toolCalls.values() ?? [])].at(-1));
  return call?.content.map(
    (item, index) => isChangesDiff(item) && <ChangesView key={index} item={item} />,
  );
};

export const ToolCallLineCountExample = (): ReactNode => {
  const call = useSession((session) => [...(session?.toolCalls.values() ?? [])].at(-1));
  return call && <ToolCallLineCount content={call.content} />;
};

export const InboxExample = (): ReactNode => {
  const [key, setKey] = useState("");
  return <Inbox shownKey={key} onOpen={(item) => setKey(item.key)} />;
};

export const AgentSessionsExample = (): ReactNode => {
  const [key, setKey] = useState<string>();
  return (
    <AgentSessions shownKey={key} onShow={setKey} onNewSession={console.log} onStop={console.log} />
  );
};

export const HandoffDialogExample = (): ReactNode => {
  const [sessionId = ""] = useSessionIds();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="acp-ui">
      <button type="button" className="acp-button" onClick={() => setIsOpen(true)}>
        Continue with another agent…
      </button>
      {isOpen && (
        <HandoffDialog
          from={{ agentId: "first", sessionId }}
          onStarted={console.log}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
};

export const StartPageExample = (): ReactNode => {
  const newSession = useNewSession(console.log);
  return <StartPage newSession={newSession} />;
};

export const FleetPanelExample = (): ReactNode => {
  const [sessionId = ""] = useSessionIds();
  return <FleetPanel agentId="first" sessionId={sessionId} onStart={console.log} />;
};

export const RegistryPickerExample = (): ReactNode => {
  const change = async () => {};
  const npx = {
    id: "npx",
    kind: "npx" as const,
    summary: "npx downloads the package @zed-industries/claude-code-acp from npm.",
    commandLine: "npx @zed-industries/claude-code-acp",
    isVerified: true,
  };
  const agent = { version: "1.2.0", plans: [npx] };
  const [registry] = useState({
    list: async () => ({
      source: "network" as const,
      agents: [
        {
          ...agent,
          id: "claude",
          name: "Claude",
          description: "Writes code.",
          status: "available" as const,
        },
        {
          ...agent,
          id: "gemini",
          name: "Gemini",
          description: "Reviews code.",
          status: "added" as const,
        },
      ],
    }),
    add: change,
    update: change,
    remove: change,
  });
  return <RegistryPicker registry={registry} />;
};

export const MarkdownTextExample = (): ReactNode => {
  const message = useSession((session) => [...(session?.messages.values() ?? [])].at(-1));
  const isStreaming = useSession((session) => session?.activity === "running");
  const texts = message?.content.map((block) => (block.type === "text" ? block.text : ""));
  return <MarkdownText text={texts?.join("") ?? ""} isStreaming={isStreaming} />;
};

export const CodeExample = (): ReactNode => {
  const call = useSession((session) => [...(session?.toolCalls.values() ?? [])].at(-1));
  const diff = call?.content.find(isTextDiff);
  const { newText: code = JSON.stringify(call?.rawInput, null, 2), path = "json" } = diff ?? {};
  return (
    <pre>
      <Code code={code} language={path}>
        {(lines) =>
          lines?.map((line, index) => (
            <div key={index}>
              {line.length === 0 && "\n"}
              {line.map(({ text, kind }, at) => (
                <span key={at} className={kind && `acp-token-${kind}`}>
                  {text}
                </span>
              ))}
            </div>
          )) ?? code
        }
      </Code>
    </pre>
  );
};

export const OutputExample = (): ReactNode => (
  <Output label="Test run" text={"\u001b[32m✓\u001b[0m cart.test.js \u001b[2m(4 tests)\u001b[0m"} />
);

export const ConnectionBannerExample = (): ReactNode => (
  <ConnectionBanner
    agentCommand={["npx", "@agentclientprotocol/claude-agent-acp"]}
    onReconnect={() => console.log("Reconnect")}
    onSignIn={console.log}
  >
    <AgentLog
      lines={["Error: Cannot read the model list: connect ECONNREFUSED 127.0.0.1:8080"]}
      isOpen
    />
  </ConnectionBanner>
);

export const AccountMenuExample = (): ReactNode => (
  <AccountMenu onSignOut={() => console.log("Sign out")} />
);

export const AgentLogExample = (): ReactNode => (
  <AgentLog
    lines={[
      "Error: connect ECONNREFUSED 127.0.0.1:8080",
      "    at Timeout._onTimeout (agent.mjs:5:126)",
      "Node.js v20.20.2",
    ]}
    isOpen
  />
);

export const NoticeExample = (): ReactNode => (
  <Notice title="The agent has ended" detail="It exited with code 1.">
    <button type="button" className="acp-button">
      Restart the agent
    </button>
  </Notice>
);

export const LabeledSelectExample = (): ReactNode => {
  const choices = ["Low", "Medium", "High"].map((name) => ({ name, value: name }));
  return (
    <LabeledSelect label="Effort" value="Medium" groups={[{ choices }]} onChoose={console.log} />
  );
};

export const TabsExample = (): ReactNode => {
  const tabs = { conversation: "Conversation", files: "Files" };
  const [selected, setSelected] = useState<keyof typeof tabs>("conversation");
  return (
    <>
      <Tabs
        label="View"
        tabs={tabs}
        selected={selected}
        getPanelId={(id) => `view-${id}`}
        onSelect={setSelected}
      />
      <p id={`view-${selected}`} role="tabpanel" aria-label={tabs[selected]}>
        The {selected} of the session
      </p>
    </>
  );
};

export const PopoverExample = (): ReactNode => (
  <Popover label="Session info" icon="more">
    <p>/workspace, 12 messages</p>
  </Popover>
);

export const CopyButtonExample = (): ReactNode => (
  <CopyButton text="npm install @acp-store/ui" label="Copy the command" />
);

export const IconExample = (): ReactNode => <Icon name="sparkle" />;

export const SpinnerExample = (): ReactNode => <Spinner />;
