import type { PlanStep, SentUpdate } from "./events.js";
import type { OpenSession } from "./session.js";
import { type SessionClient, toUpdateEvent } from "./sessionClient.js";
import { getTimestamp } from "./sessions.js";
import { createStage, type Stage, waitForUser } from "./stage.js";
import { announceToolCall, createTextContent } from "./toolCall.js";
import type { ScriptedCommand, ScriptedEdit, ScriptSteps, SessionAccess } from "./turn.js";
import { untilCancelled } from "./turnCancelledError.js";

/** An extension request that no client knows. Every client answers it, usually with an error. */
const PING_METHOD = "_testing/ping";

const CHUNK_PAUSE_MS = 65;
const WORDS_PER_CHUNK = 2;

/** Creates the access to a session outside of a turn. */
export function createSessionAccess(session: OpenSession, client: SessionClient): SessionAccess {
  const signal = new AbortController().signal;
  const { protocolVersion, clientCapabilities, send, request } = createSteps(
    createStage({ session, client, signal, speed: Number.POSITIVE_INFINITY }),
  );
  return { session, protocolVersion, clientCapabilities, send, request };
}

/** Creates the steps of a script on a stage. */
export function createSteps(stage: Stage): ScriptSteps {
  const { session, client, signal, speed, emit } = stage;
  const pause = (ms: number): Promise<void> => pauseScript(ms / speed, signal);

  async function stream(type: "message" | "thought", text: string): Promise<void> {
    const messageId = session.ids.next("message");
    for (const chunk of splitIntoChunks(text)) {
      await pause(CHUNK_PAUSE_MS);
      await emit({ type, messageId, text: chunk });
    }
  }

  return {
    session,
    protocolVersion: client.protocolVersion,
    clientCapabilities: client.capabilities,
    send: (update: SentUpdate) => emit(toUpdateEvent(client.protocolVersion, update)),
    request: (method, params, options) =>
      untilCancelled(signal, client.request(method, params, options?.signal)),
    say: (markdown) => stream("message", markdown),
    think: (text) => stream("thought", text),
    plan: (steps) => emit({ type: "plan", entries: steps.map(toPlanStep) }),
    title: (title) => emit({ type: "title", title, updatedAt: getTimestamp() }),
    usage: (used, size) => emit({ type: "usage", used, size }),
    call: (fields) => announceToolCall(stage, fields),
    read: (path, text) => playRead(stage, path, text),
    edit: (edit) => playEdit(stage, edit),
    run: (command) => playCommand(stage, command),
    askPermission: (question = {}) => stage.askPermission(question),
    askForm: (form) => waitForUser(stage, () => client.requestForm(form)),
    pause,
    async hold(gate) {
      // The answer proves that the client has processed every earlier message.
      await untilCancelled(
        signal,
        client.request(PING_METHOD, {}).catch(() => {}),
      );
      await untilCancelled(signal, gate.pass());
    },
  };
}

/** Waits for a real time in milliseconds. Rejects when the turn is cancelled. */
function pauseScript(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return untilCancelled(signal, Promise.resolve());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return untilCancelled(signal, elapsed).finally(() => clearTimeout(timer));
}

async function playRead(stage: Stage, path: string, text: string): Promise<void> {
  const call = await announceToolCall(stage, {
    title: `Read ${path}`,
    kind: "read",
    status: "in_progress",
    locations: [{ path }],
  });
  await call.complete({ content: [createTextContent(text)] });
}

async function playEdit(
  stage: Stage,
  { path, oldText = null, newText, title = `Edit ${path}` }: ScriptedEdit,
): Promise<boolean> {
  const call = await announceToolCall(stage, {
    title,
    kind: "edit",
    status: "pending",
    content: [{ type: "diff", path, oldText, newText }],
    locations: [{ path }],
  });
  const { isAllowed } = await call.askPermission();
  if (!isAllowed) await call.fail({ rawOutput: { error: "The user rejected this edit." } });
  else {
    await call.update({ status: "in_progress" });
    await call.complete();
  }
  return isAllowed;
}

async function playCommand(
  stage: Stage,
  { command, output = "", exitCode = 0 }: ScriptedCommand,
): Promise<boolean> {
  const call = await announceToolCall(stage, {
    title: command,
    kind: "execute",
    status: "pending",
    rawInput: { command },
  });
  const { isAllowed } = await call.askPermission();
  if (!isAllowed) {
    await call.fail("The user rejected this command.");
    return false;
  }
  await call.update({ status: "in_progress" });
  const terminal = await call.openTerminal(command);
  if (output !== "") await terminal.write(output);
  await terminal.exit({ exitCode, signal: null });
  const result = { rawOutput: { exitCode, output } };
  await (exitCode === 0 ? call.complete(result) : call.fail(result));
  return true;
}

const toPlanStep = (step: string | PlanStep): PlanStep =>
  typeof step === "string" ? { content: step, priority: "medium", status: "pending" } : step;

/** Splits a text before spaces. The chunks keep the spaces, so joining them restores the text. */
function splitIntoChunks(text: string): string[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const chunks: string[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_CHUNK) {
    chunks.push(words.slice(start, start + WORDS_PER_CHUNK).join(""));
  }
  return chunks;
}
