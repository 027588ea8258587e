import {
  isAcpPermissionError,
  selectPendingElicitations,
  selectPendingPermissions,
  type AcpStore,
  type Elicitation,
  type Permission,
} from "@acp-store/core";
import { fillInForm } from "./form.js";
import type { Terminal } from "./terminal.js";
import {
  formatPermissionDetails,
  formatPermissionTitle,
  formatSubagent,
} from "./view/permissionDetails.js";
import { bold, colored, dim, type SafeText, text } from "./view/text.js";

type Question = { permission: Permission } | { elicitation: Elicitation };

/** The dependencies of the question loop. */
export interface QuestionContext {
  readonly store: AcpStore;
  readonly terminal: Terminal;
  /** Called when the input ends before a question is answered. It must stop the waiting agent. */
  readonly onInputEnd: (sessionId: string | undefined) => Promise<void>;
}

/** Asks the user each of the agent's questions, one at a time, until the signal is aborted. */
export async function answerQuestions(
  context: QuestionContext,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const question = await nextQuestion(context.store, signal);
    if (!question) return;
    if ("permission" in question) await askPermission(context, question.permission, signal);
    else await askForm(context, question.elicitation, signal);
  }
}

/** Resolves with the oldest pending question, or with `undefined` when the signal is aborted. */
function nextQuestion(store: AcpStore, signal: AbortSignal): Promise<Question | undefined> {
  return new Promise((resolve) => {
    const finish = (question: Question | undefined): void => {
      unsubscribe();
      signal.removeEventListener("abort", onAbort);
      resolve(question);
    };
    const onAbort = (): void => finish(undefined);
    const check = (): void => {
      const [permission] = selectPendingPermissions(store.getState());
      const [elicitation] = selectPendingElicitations(store.getState());
      if (permission) finish({ permission });
      else if (elicitation) finish({ elicitation });
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener("abort", onAbort);
    check();
  });
}

async function askPermission(
  context: QuestionContext,
  permission: Permission,
  signal: AbortSignal,
): Promise<void> {
  const { store, terminal, onInputEnd } = context;
  const { permissionId, sessionId, options } = permission;
  const isPending = (): boolean =>
    store.getState().sessions.get(sessionId)?.permissions.get(permissionId)?.status === "pending";
  const state = store.getState();
  terminal.print([
    text`${colored("yellow", "?")} ${bold(formatPermissionTitle(state, permission))}`,
    ...formatPermissionDetails(state, permission),
    ...options.map((option, index) => text`  ${index + 1}  ${formatOption(option)}`),
  ]);
  while (isPending()) {
    const line = await whilePending(context, isPending, signal, async (settled) => {
      await terminal.waitUntilArmed(settled);
      return terminal.readAnswer({
        label: text`  1–${options.length}: `,
        signal: settled,
        isComplete: (answer) => options.length < 10 && /^\d$/.test(answer),
      });
    });
    if (line === null) return;
    if (line === undefined) return onInputEnd(sessionId);
    const option = options[Number(line.trim()) - 1];
    if (option) answerPermission(store, permissionId, option.optionId);
    else terminal.print([text`  Enter a number from 1 to ${options.length}.`]);
  }
}

/** Returns the name of an option and, unless the name says it, its kind. */
function formatOption({ name, kind }: Permission["options"][number]): SafeText {
  const label = kind.replaceAll("_", " ");
  return name.toLowerCase() === label ? text`${name}` : text`${name} ${dim(`· ${label}`)}`;
}

/**
 * Answers a permission. Does nothing if the agent withdrew the request while the user was typing.
 */
function answerPermission(store: AcpStore, permissionId: string, optionId: string): void {
  try {
    store.respondToPermission(permissionId, optionId);
  } catch (error) {
    if (!isAcpPermissionError(error)) throw error;
  }
}

async function askForm(
  context: QuestionContext,
  elicitation: Elicitation,
  signal: AbortSignal,
): Promise<void> {
  const { store, terminal, onInputEnd } = context;
  const isPending = (): boolean =>
    selectPendingElicitations(store.getState()).some(
      ({ elicitationId }) => elicitationId === elicitation.elicitationId,
    );
  const source = formatSubagent(store.getState(), elicitation.sessionId);
  terminal.print([text`${colored("yellow", "?")} ${bold(text`${source}${elicitation.message}`)}`]);
  const answer = await whilePending(context, isPending, signal, async (settled) => {
    await terminal.waitUntilArmed(settled);
    return fillInForm(elicitation, (label) => readField(terminal, label, settled));
  });
  if (answer === null) return;
  if (answer === undefined) return onInputEnd(elicitation.sessionId);
  if (isPending()) store.respondToElicitation(elicitation.elicitationId, answer);
}

async function readField(
  terminal: Terminal,
  label: SafeText,
  signal: AbortSignal,
): Promise<string | undefined> {
  const line = await terminal.readAnswer({ label, signal });
  if (terminal.isInteractive && line !== undefined) terminal.print([text`${label}${line}`]);
  return line;
}

/** Resolves with the result of `ask`, or with `null` when the question is settled in another way. */
async function whilePending<T>(
  { store }: QuestionContext,
  isPending: () => boolean,
  signal: AbortSignal,
  ask: (settled: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const settled = new AbortController();
  const unsubscribe = store.subscribe(() => isPending() || settled.abort());
  const either = AbortSignal.any([settled.signal, signal]);
  try {
    return await ask(either);
  } catch (error) {
    if (either.aborted) return null;
    throw error;
  } finally {
    unsubscribe();
  }
}
