import {
  type AcpView,
  type ContentBlock,
  isAcpStoreError,
  type PromptDisplay,
} from "@acp-store/core";
import { copyStart, messageOf } from "../errors.js";
import { type ActionOutcome, type ActionRefusal, encode, type SettledAnswer } from "../wire.js";
import type {
  MirrorAction,
  MirrorActionName,
  MirrorKnownSessionRequest,
  MirrorListRequest,
  MirrorSessionRequest,
} from "../actions.js";
import type { ActionMemory } from "./actionMemory.js";
import { ACTION_ARGS, ACTION_MESSAGE } from "./actionSchemas.js";
import type { Sees } from "./visibility.js";

/**
 * Carries out the actions that need the agent. `connectAgent` of `@acp-store/client` returns one. An
 * action whose method is absent is refused as `unsupported`.
 */
export interface MirrorAgent {
  /** Sends a prompt. Resolves when its turn ends. */
  prompt?(
    sessionId: string,
    prompt: readonly ContentBlock[],
    options?: PromptDisplay,
  ): Promise<unknown>;
  /** Cancels the running turn of a session. */
  cancel?(sessionId: string): Promise<unknown>;
  /** Stops the running turn of a session, and sends a queued prompt next. */
  sendNow?(sessionId: string, id: string): Promise<unknown>;
  /** Sets the mode of a session. */
  setMode?(sessionId: string, modeId: string): Promise<unknown>;
  /** Sets the model of a session. */
  setModel?(sessionId: string, modelId: string): Promise<unknown>;
  /** Sets a config option of a session. */
  setConfigOption?(sessionId: string, configId: string, value: string | boolean): Promise<unknown>;
  /** Creates a session. */
  newSession?(request: MirrorSessionRequest): Promise<unknown>;
  /** Loads an existing session, whose transcript the agent replays. */
  loadSession?(request: MirrorKnownSessionRequest): Promise<unknown>;
  /** Resumes an existing session without a replay. */
  resumeSession?(request: MirrorKnownSessionRequest): Promise<unknown>;
  /** Creates a copy of a session. */
  forkSession?(request: MirrorKnownSessionRequest): Promise<unknown>;
  /** Adds a page of the agent's sessions to the catalog. */
  listSessions?(request: MirrorListRequest): Promise<unknown>;
  /** Closes a session. */
  closeSession?(sessionId: string): Promise<unknown>;
  /** Archives a session. */
  archiveSession?(sessionId: string): Promise<unknown>;
  /** Moves a session out of the archive. */
  unarchiveSession?(sessionId: string): Promise<unknown>;
  /** Deletes a session at the agent. */
  deleteSession?(sessionId: string): Promise<unknown>;
  /** Renames a session. */
  setSessionTitle?(sessionId: string, title: string): Promise<unknown>;
  /** Signs the user in. */
  authenticate?(methodId: string): Promise<unknown>;
  /** Signs the user out. */
  logout?(): Promise<unknown>;
  /** Asks who is signed in. */
  getAuthStatus?(): Promise<unknown>;
  /**
   * Carries out a request of any other name: an extension of the protocol, or one of the application,
   * which then does not pass it to the agent.
   */
  request?(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** The mirror that asks for an action, over one link. */
export interface Actor {
  readonly sees: Sees;
  /** Whether no session is hidden from the mirror. */
  readonly seesAll: boolean;
  readonly may: (action: MirrorAction) => boolean;
  /** Sends an encoded result after the changes that it follows, as far as the window allows. */
  readonly reply: (id: string, result: string) => void;
  /** Sends a refusal. It is dropped if the window is full: the mirror sends the action again. */
  readonly refuse: (result: string) => void;
  /** Called once for each refused action, before the reply. */
  readonly onRefused: (action: string, refusal: ActionRefusal) => void;
  /** The number of actions of this mirror that have no outcome yet. */
  running: number;
  /** Returns the number of results that wait for the window. */
  readonly unsentResults: () => number;
}

const MAX_RUNNING = 64;

/**
 * Creates the function that runs the actions of mirrors, each id once. It never throws. `flush` sends
 * the changes before the outcome, so that a mirror finds them in its state. An action that is refused
 * before it runs is not remembered.
 */
export function createActionRunner(
  store: AcpView,
  agent: MirrorAgent,
  epoch: string,
  memory: ActionMemory,
  flush: () => void,
): (actor: Actor, message: unknown) => void {
  return (actor, message) => {
    const envelope = ACTION_MESSAGE.safeParse(message).data;
    if (envelope === undefined) return;
    const { id, name } = envelope;
    const refuse = (refusal: ActionRefusal): void => {
      actor.onRefused(name, refusal);
      actor.refuse(encode({ type: "result", id, error: refusal }));
    };
    const known = envelope.epoch === epoch ? memory.find(actor, id) : "forgotten";
    if (known === "forgotten") return refuse(refusal("uncertain", STALE));
    if (known !== undefined)
      return known.result === undefined ? undefined : actor.reply(id, known.result);
    if (!memory.mayAdd(actor, id)) return refuse(refusal("busy", TOO_MANY_IDS));
    if (actor.running + actor.unsentResults() >= MAX_RUNNING)
      return refuse(refusal("busy", TOO_MANY));
    const started = start(store, agent, actor, name, envelope.args);
    if ("reason" in started) return refuse(started);
    const execution = memory.add(actor, id);
    const finish = (outcome: ActionOutcome): void => {
      if ("error" in outcome) execution.actor.onRefused(name, outcome.error);
      const result = encodeResult(id, outcome);
      memory.settle(id, execution, result);
      flush();
      execution.actor.reply(id, result);
    };
    if (!(started instanceof Promise)) return finish(started);
    actor.running++;
    void started.then((outcome) => {
      actor.running--;
      finish(outcome);
    });
  };
}

const TOO_MANY = `This mirror already has ${MAX_RUNNING} actions without a result. Wait until one of them has ended.`;
const TOO_MANY_IDS =
  "This link has sent actions of several mirrors. Use one link for each mirror, or connect again.";
const STALE =
  "The action was meant for an owner that no longer runs, or was sent long ago, so it may or may not have been carried out. Check the state before you try again.";

function encodeResult(id: string, outcome: ActionOutcome): string {
  try {
    return encode({ type: "result", id, ...outcome });
  } catch (error) {
    const message = `The action was carried out, but its result cannot be sent as JSON: ${messageOf(error)}`;
    return encode({ type: "result", id, error: refusal("failed", message) });
  }
}

/** Starts an action. Returns a refusal if nothing was done. */
function start(
  store: AcpView,
  agent: MirrorAgent,
  actor: Actor,
  name: string,
  rawArgs: readonly unknown[],
): ActionRefusal | ActionOutcome | Promise<ActionOutcome> {
  try {
    if (!isActionName(name))
      return refusal("unsupported", `The owner does not know the action ${quote(name)}.`);
    const args = ACTION_ARGS[name].safeParse(rawArgs);
    if (!args.success) return refusal("invalid", describeInvalid(name, args.error.issues));
    // The schema was found by the name, which TypeScript does not follow.
    const action = withSession(store, { name, args: args.data } as MirrorAction);
    if (action === undefined || (action.sessionId !== undefined && !actor.sees(action.sessionId)))
      return refusal("unknown", describeUnknown(name, args.data));
    if (!actor.may(action))
      return refusal(
        "forbidden",
        `This mirror has no right to "${name}". The owner grants rights.`,
      );
    const running = carryOut(store, agent, action);
    if (running === UNSUPPORTED)
      return refusal(
        "unsupported",
        `The owner cannot carry out "${name}": it has no agent for it.`,
      );
    if (!(running instanceof Promise)) return { value: null };
    return running.then(
      (value: unknown) => ({ value: value ?? null }),
      (error: unknown) => ({ error: refusalOf(store, error, action) }),
    );
  } catch (error) {
    return { error: refusalOf(store, error, { name, args: rawArgs }) };
  }
}

/** Returns a text of a mirror as it appears in messages. */
function quote(text: unknown): string {
  return JSON.stringify(
    typeof text === "string" && text.length > 100 ? `${text.slice(0, 100)}…` : text,
  );
}

function describeInvalid(
  name: MirrorActionName,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const [issue] = issues;
  const path = ["args", ...(issue?.path ?? [])].map(String).join(".");
  return `The arguments of "${name}" are not valid at ${quote(path)}: ${issue?.message ?? "unknown"}`;
}

function describeUnknown(name: MirrorActionName, [target]: readonly unknown[]): string {
  const noun = name.startsWith("respondTo") ? "request" : "session";
  const id = typeof target === "object" && target !== null ? namedSession(target) : target;
  return `The owner has no ${noun} ${quote(id)}, or this mirror may not see it.`;
}

function isActionName(name: string): name is MirrorActionName {
  return Object.hasOwn(ACTION_ARGS, name);
}

/** Adds the session. Returns `undefined` if there is no such session or request. */
function withSession(store: AcpView, action: MirrorAction): MirrorAction | undefined {
  const state = store.getState();
  if (action.name === "respondToElicitation") {
    const [id] = action.args;
    const elicitation = state.elicitations.get(id);
    if (elicitation === undefined) return undefined;
    const { sessionId } = elicitation;
    return sessionId === undefined ? action : { ...action, sessionId };
  }
  if (action.name === "respondToPermission") {
    const [id] = action.args;
    for (const [sessionId, { permissions }] of state.sessions)
      if (permissions.has(id)) return { ...action, sessionId };
    return undefined;
  }
  const [first] = action.args;
  const sessionId = typeof first === "object" ? namedSession(first) : first;
  if (sessionId === undefined || SESSIONLESS.has(action.name)) return action;
  const isKnown = KNOWN_TO_AGENT.has(action.name) || state.sessions.has(sessionId);
  return isKnown ? { ...action, sessionId } : undefined;
}

/** The actions whose first argument is a text, but not a session. */
const SESSIONLESS: ReadonlySet<MirrorActionName> = new Set(["authenticate", "request"]);
/** The actions on sessions that only the agent may know. */
const KNOWN_TO_AGENT: ReadonlySet<MirrorActionName> = new Set([
  "archiveSession",
  "deleteSession",
  "forkSession",
  "loadSession",
  "resumeSession",
  "setSessionTitle",
  "unarchiveSession",
]);

function namedSession(request: object): string | undefined {
  return "sessionId" in request && typeof request.sessionId === "string"
    ? request.sessionId
    : undefined;
}

const UNSUPPORTED = Symbol("unsupported");

function carryOut(store: AcpView, agent: MirrorAgent, action: MirrorAction): unknown {
  switch (action.name) {
    case "prompt":
      return agent.prompt?.(...action.args) ?? UNSUPPORTED;
    case "cancel":
      return agent.cancel?.(...action.args) ?? UNSUPPORTED;
    case "sendNow":
      return agent.sendNow?.(...action.args) ?? UNSUPPORTED;
    case "setMode":
      return agent.setMode?.(...action.args) ?? UNSUPPORTED;
    case "setModel":
      return agent.setModel?.(...action.args) ?? UNSUPPORTED;
    case "setConfigOption":
      return agent.setConfigOption?.(...action.args) ?? UNSUPPORTED;
    case "respondToPermission":
      return store.respondToPermission(...action.args);
    case "respondToElicitation":
      return store.respondToElicitation(...action.args);
    case "queuePrompt":
      return void store.queuePrompt(...action.args);
    case "unqueuePrompt":
      return store.unqueuePrompt(...action.args);
    case "editQueuedPrompt":
      return store.editQueuedPrompt(...action.args);
    case "moveQueuedPrompt":
      return store.moveQueuedPrompt(...action.args);
    case "holdQueuedPrompt":
      return store.holdQueuedPrompt(...action.args);
    case "releaseQueuedPrompt":
      return store.releaseQueuedPrompt(...action.args);
    case "releaseQueue":
      return store.releaseQueue(...action.args);
    case "markSessionRead":
      return store.markSessionRead(...action.args);
    case "newSession":
      return agent.newSession?.(...action.args) ?? UNSUPPORTED;
    case "loadSession":
      return agent.loadSession?.(...action.args) ?? UNSUPPORTED;
    case "resumeSession":
      return agent.resumeSession?.(...action.args) ?? UNSUPPORTED;
    case "forkSession":
      return agent.forkSession?.(...action.args) ?? UNSUPPORTED;
    case "listSessions":
      return agent.listSessions?.(...action.args) ?? UNSUPPORTED;
    case "closeSession":
      return agent.closeSession?.(...action.args) ?? UNSUPPORTED;
    case "archiveSession":
      return agent.archiveSession?.(...action.args) ?? UNSUPPORTED;
    case "unarchiveSession":
      return agent.unarchiveSession?.(...action.args) ?? UNSUPPORTED;
    case "deleteSession":
      return agent.deleteSession?.(...action.args) ?? UNSUPPORTED;
    case "setSessionTitle":
      return agent.setSessionTitle?.(...action.args) ?? UNSUPPORTED;
    case "authenticate":
      return agent.authenticate?.(...action.args) ?? UNSUPPORTED;
    case "logout":
      return agent.logout?.(...action.args) ?? UNSUPPORTED;
    case "getAuthStatus":
      return agent.getAuthStatus?.(...action.args) ?? UNSUPPORTED;
    case "request":
      return agent.request?.(...action.args) ?? UNSUPPORTED;
    default:
      return UNSUPPORTED;
  }
}

const MAX_MESSAGE = 2_000;

function refusal(
  reason: string,
  message: string,
  details: Pick<ActionRefusal, "code" | "settled"> = {},
): ActionRefusal {
  return { reason, message: copyStart(message, MAX_MESSAGE), ...details };
}

/** Translates an error of the store or the agent. */
function refusalOf(
  store: AcpView,
  error: unknown,
  { name, args: [id] }: { readonly name: string; readonly args: readonly unknown[] },
): ActionRefusal {
  const message = messageOf(error);
  if (!isAcpStoreError(error)) return refusal("failed", message, codeOf(error));
  const { reason } = error;
  if (reason === "already_settled")
    return refusal("already_settled", message, detailsOf(settledAnswer(store, name, String(id))));
  if (reason === "unsupported") return refusal("unsupported", message);
  if (reason === "unknown_option") return refusal("invalid", message);
  return refusal(reason.startsWith("unknown") ? "unknown" : "failed", message);
}

function detailsOf(settled: SettledAnswer | undefined): Pick<ActionRefusal, "settled"> {
  return settled === undefined ? {} : { settled };
}

/** Returns the code of a JSON-RPC error of the agent. */
function codeOf(error: unknown): Pick<ActionRefusal, "code"> {
  const isRpcError = error instanceof Error && "code" in error && typeof error.code === "number";
  return isRpcError ? { code: Number(error.code) } : {};
}

function settledAnswer(store: AcpView, name: string, id: string): SettledAnswer | undefined {
  const { elicitations, sessions } = store.getState();
  if (name === "respondToElicitation") {
    const elicitation = elicitations.get(id);
    return elicitation && { status: elicitation.status, ...reasonOf(elicitation) };
  }
  for (const { permissions } of sessions.values()) {
    const permission = permissions.get(id);
    if (permission === undefined) continue;
    const { status, optionId } = permission;
    return { status, ...(optionId !== undefined && { optionId }), ...reasonOf(permission) };
  }
  return undefined;
}

function reasonOf({ reason }: { readonly reason?: string }): Pick<SettledAnswer, "reason"> {
  return reason === undefined ? {} : { reason };
}
