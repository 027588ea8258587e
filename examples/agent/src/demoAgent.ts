import { setTimeout as wait } from "node:timers/promises";
import { scriptedAgent, type ScriptedAgent, type SignInScript } from "@acp-store/testing";
import { folderTranscripts } from "@acp-store/testing/node";
import { answerPrompt } from "./answerPrompt.js";
import { getModelSpeed, refuseRetiredModel, SETTINGS } from "./settings.js";
import { SLASH_COMMANDS } from "./slashCommands.js";

interface DemoAgentOptions {
  /** The speed of the script. 2 plays it in half the time. */
  readonly speed: number;
  /** Whether the user has to sign in before the agent opens a session. */
  readonly requiresSignIn: boolean;
}

/** The time that the agent takes to change a setting, in milliseconds of the script. */
const SETTING_PAUSE_MS = 300;
const SIGN_IN_MS = 900;

/** Creates an agent that needs no model: it plays a script on real files and processes. */
export function createDemoAgent({ speed, requiresSignIn }: DemoAgentOptions): ScriptedAgent {
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    wait(ms / speed, undefined, { signal });

  const signIn: SignInScript = {
    methods: [
      { id: "demo", name: "Demo account", description: "Signs you in without a password" },
      { id: "expired", name: "Expired key", description: "Fails, to show a sign-in that fails" },
    ],
    account: { label: "Demo plan", name: "Robin Example", email: "robin@example.com" },
    async onSignIn(methodId, signal) {
      await pause(SIGN_IN_MS, signal);
      if (methodId === "expired") throw new Error("The key has expired");
    },
  };

  return scriptedAgent({
    info: { name: "acp-demo-agent", title: "Scripted agent", version: "0.1.0" },
    commands: SLASH_COMMANDS,
    settings: SETTINGS,
    storage: folderTranscripts(".acp-demo-agent"),
    speed: (session) => speed * getModelSpeed(session),
    onPrompt: answerPrompt,
    async onSetting(change) {
      if (change.id !== "mode") await pause(SETTING_PAUSE_MS, change.signal);
      refuseRetiredModel(change);
    },
    ...(requiresSignIn && { signIn }),
  });
}
