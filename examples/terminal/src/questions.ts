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
import { formatPermissionDetails, formatPermissionTitle } from "./view/permissionDetails.js";
import { bold, colored, dim, sanitizeText } from "./view/text.js";

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
    if ("permission" in question) await askPermission(context, question.permission);
    else await askForm(context, question.elicitation);
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

async function askPermission(context: QuestionContext, permission: Permission): Promise<void> {
  const { store, terminal, onInputEnd } = context;
  const { permissionId, sessionId, options } = permission;
  const isPending = (): boolean =>
    store.getState().sessions.get(sessionId)?.permissions.get(permissionId)?.status === "pending";
  const state = store.getState();
  terminal.print([
    `${colored("yellow", "?")} ${bold(formatPermissionTitle(state, permission))}`,
    ...formatPermissionDetails(state, permission),
    ...options.map(({ name, kind }, index) => `  ${index + 1}  ${sanitizeText(name)} ${dim(kind)}`),
  ]);
  const isOptionNumber = (line: string): boolean => options.length < 10 && /^\d$/.test(line);
  while (isPending()) {
    const line = await readWhilePending(
      context,
      isPending,
      `  1–${options.length}: `,
      isOptionNumber,
    );
    if (line === null) return;
    if (line === undefined) return onInputEnd(sessionId);
    const option = options[Number(line.trim()) - 1];
    if (option) answerPermission(store, permissionId, option.optionId);
    else terminal.print([`  Enter a number from 1 to ${options.length}.`]);
  }
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

async function askForm(context: QuestionContext, elicitation: Elicitation): Promise<void> {
  const { store, terminal, onInputEnd } = context;
  const isPending = (): boolean =>
    selectPendingElicitations(store.getState()).some(
      ({ elicitationId }) => elicitationId === elicitation.elicitationId,
    );
  terminal.print([`${colored("yellow", "?")} ${bold(sanitizeText(elicitation.message))}`]);
  const answer = await fillInForm(elicitation, (prompt) =>
    readWhilePending(context, isPending, prompt),
  );
  if (answer === undefined) return onInputEnd(elicitation.sessionId);
  if (isPending()) store.respondToElicitation(elicitation.elicitationId, answer);
}

/** Resolves with the user's line, or with `null` when the question is settled in another way. */
async function readWhilePending(
  { store, terminal }: QuestionContext,
  isPending: () => boolean,
  prompt: string,
  isComplete: (line: string) => boolean = () => false,
): Promise<string | null | undefined> {
  const settled = new AbortController();
  const unsubscribe = store.subscribe(() => isPending() || settled.abort());
  try {
    return await terminal.readLine(prompt, { signal: settled.signal, isComplete });
  } catch (error) {
    if (settled.signal.aborted) return null;
    throw error;
  } finally {
    unsubscribe();
  }
}
