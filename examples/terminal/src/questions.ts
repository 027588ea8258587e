import {
  isAcpPermissionError,
  selectPendingElicitations,
  selectPendingPermissions,
  type AcpStore,
  type Elicitation,
  type Permission,
} from "@acp-store/core";
import { fillIn } from "./form.js";
import type { Terminal } from "./terminal.js";
import { bold, clean, colored, dim } from "./view/text.js";

type Question = { permission: Permission } | { elicitation: Elicitation };

/** Who asks the user, and what to do when the user is not there any more. */
export interface QuestionParts {
  readonly store: AcpStore;
  readonly terminal: Terminal;
  /** Nobody is there to answer: the agent must not wait for ever. */
  readonly onNobody: (sessionId: string | undefined) => Promise<void>;
}

/** Puts everything the agent asks to the user, one after the other, until the signal aborts. */
export async function answerQuestions(parts: QuestionParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const question = await nextQuestion(parts.store, signal);
    if (!question) return;
    if ("permission" in question) await askPermission(parts, question.permission);
    else await askForm(parts, question.elicitation);
  }
}

/** Resolves to the question that waits longest, or to `undefined` when the signal aborts. */
function nextQuestion(store: AcpStore, signal: AbortSignal): Promise<Question | undefined> {
  return new Promise((resolve) => {
    const end = (question: Question | undefined): void => {
      unsubscribe();
      signal.removeEventListener("abort", stop);
      resolve(question);
    };
    const stop = (): void => end(undefined);
    const check = (): void => {
      const [permission] = selectPendingPermissions(store.getState());
      const [elicitation] = selectPendingElicitations(store.getState());
      if (permission) end({ permission });
      else if (elicitation) end({ elicitation });
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener("abort", stop);
    check();
  });
}

async function askPermission(parts: QuestionParts, permission: Permission): Promise<void> {
  const { store, terminal, onNobody } = parts;
  const { permissionId, sessionId, options, title, toolCall } = permission;
  const isPending = (): boolean =>
    store.getState().sessions.get(sessionId)?.permissions.get(permissionId)?.status === "pending";
  const subject = title ?? toolCall?.title ?? "The agent asks for permission";
  terminal.print([
    `${colored("yellow", "?")} ${bold(clean(subject))}`,
    ...options.map(({ name, kind }, at) => `  ${at + 1}  ${clean(name)} ${dim(kind)}`),
  ]);
  const isNumber = (line: string): boolean => options.length < 10 && /^\d$/.test(line);
  while (isPending()) {
    const line = await readWhile(parts, isPending, `  1–${options.length}: `, isNumber);
    if (line === null) return;
    if (line === undefined) return onNobody(sessionId);
    const option = options[Number(line.trim()) - 1];
    if (option) choose(store, permissionId, option.optionId);
    else terminal.print([`  Type a number from 1 to ${options.length}.`]);
  }
}

/** The agent may have taken its question back while the user typed. */
function choose(store: AcpStore, permissionId: string, optionId: string): void {
  try {
    store.respondToPermission(permissionId, optionId);
  } catch (error) {
    if (!isAcpPermissionError(error)) throw error;
  }
}

async function askForm(parts: QuestionParts, elicitation: Elicitation): Promise<void> {
  const { store, terminal, onNobody } = parts;
  const isPending = (): boolean =>
    selectPendingElicitations(store.getState()).some(
      ({ elicitationId }) => elicitationId === elicitation.elicitationId,
    );
  terminal.print([`${colored("yellow", "?")} ${bold(clean(elicitation.message))}`]);
  const answer = await fillIn(elicitation, (prompt) => readWhile(parts, isPending, prompt));
  if (answer === undefined) return onNobody(elicitation.sessionId);
  if (isPending()) store.respondToElicitation(elicitation.elicitationId, answer);
}

/** A line of the user, or `null` as soon as the question is settled in another way. */
async function readWhile(
  { store, terminal }: QuestionParts,
  isPending: () => boolean,
  prompt: string,
  isWhole: (line: string) => boolean = () => false,
): Promise<string | null | undefined> {
  const settled = new AbortController();
  const unsubscribe = store.subscribe(() => isPending() || settled.abort());
  try {
    return await terminal.read(prompt, { signal: settled.signal, isWhole });
  } catch (error) {
    if (settled.signal.aborted) return null;
    throw error;
  } finally {
    unsubscribe();
  }
}
