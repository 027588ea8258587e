import { isObject } from "../json.js";
import { quoted } from "./check.js";
import { type Message, sessionIdIn } from "./message.js";

/** What the frames of a trace say of a tool call. */
interface Course {
  /** The one that names it first. */
  readonly first: number;
  /** The last answer to a permission request for it: its frame, and the option that was chosen. */
  answer?: { readonly frame: number; readonly option: string };
}

/** How findings name a tool call. */
export interface NamedCall {
  /** Its id, its title and where it was announced and answered, as the subject of a sentence. */
  readonly words: string;
  /** The frames that the words speak of. */
  readonly frames: readonly number[];
}

/** Follows tool calls through a trace, so that findings can name the frames that they are about. */
export interface CallCourses {
  note(message: Message): void;
  nameOf(sessionId: string, toolCallId: string, title: string | undefined): NamedCall;
}

export function createCallCourses(): CallCourses {
  const courses = new Map<string, Course>();

  function note(message: Message): void {
    const params = message.kind === "answer" ? message.asked?.params : message.params;
    const { update, toolCall } = params ?? {};
    const { toolCallId } = isObject(update) ? update : isObject(toolCall) ? toolCall : {};
    if (params === undefined || typeof toolCallId !== "string") return;
    const key = keyOf(sessionIdIn(params), toolCallId);
    const course = courses.get(key) ?? { first: message.frame };
    courses.set(key, course);
    const option = message.kind === "answer" ? chosenIn(message) : undefined;
    if (option !== undefined) course.answer = { frame: message.frame, option };
  }

  function nameOf(sessionId: string, toolCallId: string, title: string | undefined): NamedCall {
    const { first, answer } = courses.get(keyOf(sessionId, toolCallId)) ?? {};
    const more = [
      title === undefined ? undefined : quoted(title),
      first && `announced in frame ${first}`,
      answer && `its permission request answered with ${answer.option} in frame ${answer.frame}`,
    ].filter((part) => part !== undefined);
    const words = [quoted(toolCallId), ...more].join(", ");
    const frames = [first, answer?.frame].filter((frame) => frame !== undefined);
    return { words: more.length === 0 ? words : `${words},`, frames };
  }

  return { note, nameOf };
}

function keyOf(sessionId: string | undefined, toolCallId: string): string {
  return JSON.stringify([sessionId, toolCallId]);
}

/** The name of the option that an answer to a permission request chose. */
function chosenIn({ asked, result }: Extract<Message, { kind: "answer" }>): string | undefined {
  const { outcome, optionId } = isObject(result["outcome"]) ? result["outcome"] : {};
  if (asked?.method !== "session/request_permission" || outcome !== "selected") return undefined;
  const { options } = asked.params;
  const offered: unknown[] = Array.isArray(options) ? options : [];
  const option = offered.filter(isObject).find((one) => one["optionId"] === optionId);
  return quoted(option?.["name"] ?? optionId);
}
