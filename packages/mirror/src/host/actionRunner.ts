import type { AcpView } from "@acp-store/core";
import {
  ACTION_ARGS,
  type ActionArgs,
  type ActionName,
  ACTIONS,
  type AgentActionName,
  isActionName,
  type StoreActionName,
  type StoreActions,
} from "@acp-store/core/actions";
import { messageOf } from "../errors.js";
import { type ActionOutcome, type ActionRefusal, encode, isRecord } from "../wire.js";
import type { ActionMemory } from "./actionMemory.js";
import type { Actor, MirrorAction } from "./actor.js";
import { ACTION_MESSAGE } from "./messageSchemas.js";
import { quote, refusal, refusalOf } from "./refusals.js";

/**
 * Carries out the actions that need the agent. `connectAgent` of `@acp-store/client` returns one. An
 * action whose method is absent is refused as `unsupported`. A request whose method begins with `_` is an
 * extension of the protocol, or one of the application, which then does not pass it to the agent.
 */
export type MirrorAgent = MirrorAgentActions & {
  /**
   * Restores a session whose catalog entry has `saved`. A mirror that loads such a session gets its
   * content with this function and not from the agent, and needs only the right to see it. Resolves with
   * whether the store has the session.
   */
  readonly restoreSession?: (sessionId: string) => Promise<boolean>;
};

/** The functions that carry out the actions of an agent. */
export type MirrorAgentActions = {
  readonly [Name in AgentActionName]?: (...args: ActionArgs[Name]) => Promise<unknown>;
};

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
    if (known === "forgotten") return refuse(refusal("uncertain", OUTDATED));
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
const OUTDATED =
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
    const restored = restoreContent(store, agent, action);
    if (restored === undefined) return carryOutFor(store, agent, actor, action);
    return restored.then(async (isRestored): Promise<ActionOutcome> => {
      if (isRestored) return { value: {} };
      const started = await carryOutFor(store, agent, actor, action);
      return "reason" in started ? { error: started } : started;
    });
  } catch (error) {
    return { error: refusalOf(store, actor, error, { name, args: rawArgs }) };
  }
}

/** Starts a validated action if the mirror has the right to. Returns a refusal if nothing was done. */
function carryOutFor(
  store: AcpView,
  agent: MirrorAgent,
  actor: Actor,
  action: MirrorAction,
): ActionRefusal | ActionOutcome | Promise<ActionOutcome> {
  const { name, args } = action;
  try {
    if (!actor.may(action))
      return refusal(
        "forbidden",
        `This mirror has no right to "${name}". The owner grants rights.`,
      );
    // An extension may do anything in any session.
    if (name === "request" && action.sessionId === undefined && !actor.seesAll)
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
    return { error: refusalOf(store, actor, error, { name, args }) };
  }
}

/**
 * Restores the content of a saved session that a mirror loads. Resolves with whether that succeeded.
 * Returns `undefined` for other actions.
 */
function restoreContent(
  store: AcpView,
  { restoreSession }: MirrorAgent,
  { name, sessionId }: MirrorAction,
): Promise<boolean> | undefined {
  if (name !== "loadSession" || !isSaved(store, sessionId)) return undefined;
  return restoreSession?.(sessionId).catch(() => false);
}

/** Returns whether a session is in a storage and not in the store. */
function isSaved(store: AcpView, sessionId: string | undefined): sessionId is string {
  return sessionId !== undefined && store.getState().catalog.get(sessionId)?.saved === true;
}

/** The actions that resolve with a session, which may be one that the mirror may not see. */
const OPENING: ReadonlySet<ActionName> = new Set(["newSession", "forkSession", "rewindSession"]);

/** Returns the outcome of an action with the parts of the result that the mirror may see. */
function outcomeOf(actor: Actor, { name }: MirrorAction, value: unknown): ActionOutcome {
  // The sessions arrive in the catalog, if the mirror may see them.
  if (name === "listSessions") {
    const nextCursor = isRecord(value) ? value["nextCursor"] : undefined;
    return { value: typeof nextCursor === "string" ? { nextCursor } : {} };
  }
  const opened = OPENING.has(name) && isRecord(value) ? namedSession(value) : undefined;
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
  name: ActionName,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  const [issue] = issues;
  const path = ["args", ...(issue?.path ?? [])].map(String).join(".");
  return `The arguments of "${name}" are not valid at ${quote(path)}: ${issue?.message ?? "unknown"}`;
}

function describeUnknown(name: ActionName, [target]: readonly unknown[]): string {
  const noun = name.startsWith("respondTo") ? "request" : "session";
  const id = typeof target === "object" && target !== null ? namedSession(target) : target;
  return `The owner has no ${noun} ${quote(id)}, or this mirror may not see it.`;
}

/** Adds the session. Returns `undefined` if there is no such session or request. */
function withSession(store: AcpView, action: MirrorAction): MirrorAction | undefined {
  const { sessions, elicitations } = store.getState();
  const [first, params] = action.args;
  const id = typeof first === "object" ? namedSession(first) : first;
  switch (ACTIONS[action.name].about) {
    case "permission":
      for (const [sessionId, { permissions }] of sessions)
        if (id !== undefined && permissions.has(id)) return { ...action, sessionId };
      return undefined;
    case "elicitation": {
      const elicitation = id === undefined ? undefined : elicitations.get(id);
      return elicitation && addSession(action, elicitation.sessionId);
    }
    case "session":
      return id === undefined || sessions.has(id) || mayBeSaved(store, action.name, id)
        ? addSession(action, id)
        : undefined;
    case "agentSession":
      return addSession(action, id);
    case "extension":
      return addSession(action, namedSession(params));
    default:
      return action;
  }
}

/** Returns whether an action is about a saved session, and does not change content that is not there. */
function mayBeSaved(store: AcpView, name: ActionName, sessionId: string): boolean {
  const isPossible = ACTIONS[name].by !== "store" || name === "markSessionRead";
  return isPossible && isSaved(store, sessionId);
}

const addSession = (action: MirrorAction, sessionId: string | undefined): MirrorAction =>
  sessionId === undefined ? action : { ...action, sessionId };

function namedSession(request: unknown): string | undefined {
  const sessionId = isRecord(request) ? request["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

const UNSUPPORTED = Symbol("unsupported");

function carryOut(store: AcpView, agent: MirrorAgent, action: MirrorAction): unknown {
  return isStoreAction(action)
    ? callStore(store, action.name, action.args)
    : (callAgent(agent, action.name, action.args) ?? UNSUPPORTED);
}

type StoreAction = Extract<MirrorAction, { name: StoreActionName }>;
type AgentAction = Exclude<MirrorAction, StoreAction>;

const isStoreAction = (action: AgentAction | StoreAction): action is StoreAction =>
  ACTIONS[action.name].by === "store";

function callStore<Name extends StoreActionName>(
  store: StoreActions,
  name: Name,
  args: ActionArgs[Name],
): unknown {
  return store[name](...args);
}

function callAgent<Name extends AgentActionName>(
  agent: MirrorAgentActions,
  name: Name,
  args: ActionArgs[Name],
): Promise<unknown> | undefined {
  return agent[name]?.(...args);
}
