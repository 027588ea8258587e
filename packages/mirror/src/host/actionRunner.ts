import type { AcpView, ContentBlock, PromptDisplay } from "@acp-store/core";
import { messageOf } from "../errors.js";
import { type ActionOutcome, type ActionRefusal, encode, isRecord } from "../wire.js";
import type {
  MirrorAction,
  MirrorActionName,
  MirrorKnownSessionRequest,
  MirrorListRequest,
  MirrorSessionRequest,
} from "../actions.js";
import type { ActionMemory } from "./actionMemory.js";
import { ACTION_ARGS, ACTION_MESSAGE } from "./actionSchemas.js";
import type { Actor } from "./actor.js";
import { quote, refusal, refusalOf } from "./refusals.js";

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
   * Carries out a request whose method begins with `_`: an extension of the protocol, or one of the
   * application, which then does not pass it to the agent.
   */
  request?(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
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
    // An extension may do anything in any session.
    if (action.name === "request" && action.sessionId === undefined && !actor.seesAll)
      return refusal(
        "forbidden",
        'This mirror sees only some sessions, so the params of its requests need the "sessionId" of one of them.',
      );
    const running = carryOut(store, agent, action);
    if (running === UNSUPPORTED)
      return refusal(
        "unsupported",
        `The owner cannot carry out "${name}": it has no agent for it.`,
      );
    if (!(running instanceof Promise)) return { value: null };
    return running.then(
      (value: unknown) => outcomeOf(actor, action, value),
      (error: unknown) => ({ error: refusalOf(store, actor, error, action) }),
    );
  } catch (error) {
    return { error: refusalOf(store, actor, error, { name, args: rawArgs }) };
  }
}

/** Returns the outcome of an action with the parts of the result that the mirror may see. */
function outcomeOf(actor: Actor, { name }: MirrorAction, value: unknown): ActionOutcome {
  // The sessions arrive in the catalog, as far as the mirror may see them.
  if (name === "listSessions") {
    const nextCursor = isRecord(value) ? value["nextCursor"] : undefined;
    return { value: typeof nextCursor === "string" ? { nextCursor } : {} };
  }
  const opened =
    (name === "newSession" || name === "forkSession") && isRecord(value)
      ? namedSession(value)
      : undefined;
  if (opened !== undefined && !actor.sees(opened))
    return {
      error: refusal(
        "forbidden",
        "The session was created, but this mirror may not see it. The owner grants rights.",
      ),
    };
  return { value: value ?? null };
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
  const sessionId =
    action.name === "request"
      ? namedSession(action.args[1])
      : typeof first === "object"
        ? namedSession(first)
        : first;
  if (sessionId === undefined || SESSIONLESS.has(action.name)) return action;
  const isKnown = KNOWN_TO_AGENT.has(action.name) || state.sessions.has(sessionId);
  return isKnown ? { ...action, sessionId } : undefined;
}

/** The actions whose first argument is a text, but not a session. */
const SESSIONLESS: ReadonlySet<MirrorActionName> = new Set(["authenticate"]);
/** The actions on sessions that only the agent may know. */
const KNOWN_TO_AGENT: ReadonlySet<MirrorActionName> = new Set([
  "archiveSession",
  "deleteSession",
  "forkSession",
  "loadSession",
  "request",
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
