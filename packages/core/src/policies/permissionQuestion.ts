import { isObject } from "../json.js";
import { getPermissionTitle } from "../select/selectPermissionTitle.js";
import type { RequestedToolCall } from "../state/requests.js";
import type { PermissionContext } from "../store/requestTypes.js";

/** A permission request in a form that can be compared with later requests. */
export interface PermissionQuestion {
  /** The title that the user sees. */
  readonly title: string;
  /** The kind of the tool call. */
  readonly kind?: string;
  /** The name of the agent, from `initialize`. */
  readonly agent?: string;
  /** Everything that is compared, as JSON with sorted keys. Equal texts are equal questions. */
  readonly text: string;
}

/**
 * The longest question that is compared, in UTF-16 code units. Longer ones are edits, which do not
 * repeat.
 */
const MAX_QUESTION_LENGTH = 20_000;

/**
 * Returns the question that a request asks. Returns `undefined` for a subject of an unknown type,
 * and for a request without an input, a command or a diff: a title alone can stand for anything.
 */
export function permissionQuestionOf(context: PermissionContext): PermissionQuestion | undefined {
  const { permission, toolCall, state } = context;
  const { subject, title: prompt, description } = permission;
  if (subject !== undefined && subject.type !== "tool_call" && subject.type !== "command")
    return undefined;
  const { command, cwd } = subject?.type === "command" ? subject : {};
  const { title, kind, name, rawInput, content, locations } = {
    ...toolCall,
    ...withoutEmptyFields(permission.toolCall),
  };
  const diffs = (content ?? []).filter(({ type }) => type === "diff");
  if ([command, rawInput, diffs].every(isEmpty)) return undefined;
  const agent = state.agent.info?.name;
  // Agents describe the same command in different words each time.
  const details =
    !isEmpty(command) || (kind === "execute" && namesCommand(rawInput))
      ? { input: withoutDescription(rawInput), content: diffs }
      : { input: rawInput, content, description };
  const paths = locations?.map(({ path }) => path);
  const text = sortedJson({ agent, prompt, title, name, kind, command, cwd, paths, ...details });
  if (text.length > MAX_QUESTION_LENGTH) return undefined;
  return {
    title: getPermissionTitle(permission, toolCall) ?? "",
    ...(kind != null && { kind }),
    ...(agent !== undefined && { agent }),
    text,
  };
}

/**
 * Returns the fields that have a value. In a request, version 1 agents send empty values for fields
 * that the tool call already has.
 */
function withoutEmptyFields(call: RequestedToolCall | undefined): Partial<RequestedToolCall> {
  return Object.fromEntries(Object.entries(call ?? {}).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value == null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns whether an input has a `command`: a command line, or a list of arguments. */
function namesCommand(input: unknown): boolean {
  const command = isObject(input) ? input["command"] : undefined;
  return !isEmpty(command) && (typeof command === "string" || Array.isArray(command));
}

function withoutDescription(input: unknown): unknown {
  if (!isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== "description"));
}

/** Serializes a value with sorted keys, so that the order of its fields does not matter. */
function sortedJson(value: object): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
