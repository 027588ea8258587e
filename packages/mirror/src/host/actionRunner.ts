import {
  type AcpView,
  type ContentBlock,
  isAcpStoreError,
  type PromptDisplay,
} from "@acp-store/core";
import type { ActionOutcome, ActionRefusal, SettledAnswer } from "../wire.js";
import type { MirrorAction, MirrorActionName } from "../actions.js";
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
  /** Sets the mode of a session. */
  setMode?(sessionId: string, modeId: string): Promise<unknown>;
  /** Sets a config option of a session. */
  setConfigOption?(sessionId: string, configId: string, value: string | boolean): Promise<unknown>;
}

/** The mirror that asks for an action. */
export interface Actor {
  readonly sees: Sees;
  readonly may: (action: MirrorAction) => boolean;
  readonly reply: (id: string, outcome: ActionOutcome) => void;
  /** Called once for each refused action, before the reply. */
  readonly onRefused: (action: string, refusal: ActionRefusal) => void;
  /** The number of actions of this mirror that have no outcome yet. */
  running: number;
}

interface Execution {
  outcome: ActionOutcome | undefined;
  /** The mirror that asked last: after a reconnect, it has another link. */
  actor: Actor;
}

/** The number of outcomes that are remembered for actions that are sent again. */
const MAX_OUTCOMES = 1_000;
/** The number of mirrors of which the last forgotten action is remembered. */
const MAX_FORGOTTEN = 10_000;
const MAX_RUNNING = 64;

/** Creates the function that runs the actions of mirrors, each id once. It never throws. */
export function createActionRunner(
  store: AcpView,
  agent: MirrorAgent,
  epoch: string,
): (actor: Actor, message: unknown) => void {
  const executions = new Map<string, Execution>();
  const forgotten = new Map<string, number>();

  function remember(id: string, execution: Execution): void {
    executions.set(id, execution);
    if (executions.size <= MAX_OUTCOMES) return;
    for (const [oldest, { outcome }] of executions) {
      if (outcome === undefined) continue;
      executions.delete(oldest);
      const [mirror, number] = splitId(oldest);
      const last = Math.max(forgotten.get(mirror) ?? 0, number);
      forgotten.delete(mirror);
      forgotten.set(mirror, last);
      for (const [first] of forgotten) if (forgotten.size > MAX_FORGOTTEN) forgotten.delete(first);
      return;
    }
  }

  function isForgotten(id: string): boolean {
    const [mirror, number] = splitId(id);
    return number <= (forgotten.get(mirror) ?? 0);
  }

  return (actor, message) => {
    const envelope = ACTION_MESSAGE.safeParse(message).data;
    if (envelope === undefined) return;
    const { id, name } = envelope;
    const reply = (to: Actor, outcome: ActionOutcome): void => {
      if ("error" in outcome) to.onRefused(name, outcome.error);
      to.reply(id, outcome);
    };
    if (envelope.epoch !== epoch || (!executions.has(id) && isForgotten(id)))
      return reply(actor, refused("uncertain", STALE));
    const known = executions.get(id);
    if (known !== undefined) {
      known.actor = actor;
      if (known.outcome !== undefined) actor.reply(id, known.outcome);
      return;
    }
    if (actor.running >= MAX_RUNNING)
      return reply(actor, refused("busy", `This mirror runs ${MAX_RUNNING} actions already.`));
    const execution: Execution = { outcome: undefined, actor };
    remember(id, execution);
    const finish = (outcome: ActionOutcome): void => {
      execution.outcome = outcome;
      reply(execution.actor, outcome);
    };
    const started = start(store, agent, actor, name, envelope.args);
    if (!(started instanceof Promise)) return finish(started);
    actor.running++;
    void started.then((outcome) => {
      actor.running--;
      finish(outcome);
    });
  };
}

const STALE =
  "The action was meant for an owner that no longer runs, so nobody knows whether it was carried out. Look at the state before you try again.";

function start(
  store: AcpView,
  agent: MirrorAgent,
  actor: Actor,
  name: string,
  rawArgs: readonly unknown[],
): ActionOutcome | Promise<ActionOutcome> {
  try {
    if (!isActionName(name))
      return refused("unsupported", `The owner does not know the action "${name}".`);
    const args = ACTION_ARGS[name].safeParse(rawArgs);
    if (!args.success)
      return refused("invalid", `The arguments of "${name}" are not valid: ${args.error.message}`);
    // The schema was found by the name, which TypeScript does not follow.
    const action = withSession(store, { name, args: args.data } as MirrorAction);
    if (action === undefined || (action.sessionId !== undefined && !actor.sees(action.sessionId)))
      return refused("unknown", `There is nothing with the id "${String(args.data[0])}".`);
    if (!actor.may(action))
      return refused(
        "forbidden",
        `This mirror has no right to "${name}". The owner grants rights.`,
      );
    const running = carryOut(store, agent, action);
    if (running === UNSUPPORTED)
      return refused(
        "unsupported",
        `The owner cannot carry out "${name}": it has no agent for it.`,
      );
    if (!(running instanceof Promise)) return { value: null };
    return running.then(
      (value: unknown) => ({ value: value ?? null }),
      (error: unknown) => refusalOf(store, error, action),
    );
  } catch (error) {
    return refusalOf(store, error, { name, args: rawArgs });
  }
}

function isActionName(name: string): name is MirrorActionName {
  return Object.hasOwn(ACTION_ARGS, name);
}

/** Adds the session. Returns `undefined` if there is no such session or request. */
function withSession(store: AcpView, action: MirrorAction): MirrorAction | undefined {
  const state = store.getState();
  const [id] = action.args;
  if (action.name === "respondToElicitation") {
    const elicitation = state.elicitations.get(id);
    if (elicitation === undefined) return undefined;
    const { sessionId } = elicitation;
    return sessionId === undefined ? action : { ...action, sessionId };
  }
  if (action.name === "respondToPermission") {
    for (const [sessionId, { permissions }] of state.sessions)
      if (permissions.has(id)) return { ...action, sessionId };
    return undefined;
  }
  return state.sessions.has(id) ? { ...action, sessionId: id } : undefined;
}

const UNSUPPORTED = Symbol("unsupported");

function carryOut(store: AcpView, agent: MirrorAgent, action: MirrorAction): unknown {
  switch (action.name) {
    case "prompt":
      return agent.prompt?.(...action.args) ?? UNSUPPORTED;
    case "cancel":
      return agent.cancel?.(...action.args) ?? UNSUPPORTED;
    case "setMode":
      return agent.setMode?.(...action.args) ?? UNSUPPORTED;
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
    default:
      return UNSUPPORTED;
  }
}

function refused(reason: string, message: string, settled?: SettledAnswer): ActionOutcome {
  const error: ActionRefusal = { reason, message, ...(settled && { settled }) };
  return { error };
}

/** Translates an error of the store or the agent. */
function refusalOf(
  store: AcpView,
  error: unknown,
  { name, args: [id] }: { readonly name: string; readonly args: readonly unknown[] },
): ActionOutcome {
  const message = error instanceof Error ? error.message : String(error);
  if (!isAcpStoreError(error)) return refused("failed", message);
  const { reason } = error;
  if (reason === "already_settled")
    return refused("already_settled", message, settledAnswer(store, name, String(id)));
  if (reason === "unsupported") return refused("unsupported", message);
  if (reason === "unknown_option") return refused("invalid", message);
  return refused(reason.startsWith("unknown") ? "unknown" : "failed", message);
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

function splitId(id: string): readonly [mirror: string, number: number] {
  const dot = id.lastIndexOf(".");
  return [id.slice(0, dot), Number(id.slice(dot + 1))];
}
