import { isObject } from "../json.js";
import type { RequestedToolCall } from "../state/requests.js";
import type { PermissionContext } from "../store/types.js";

/** What a request asks, for a later one to be compared with. */
export interface Question {
  /** What the user sees as its title. */
  readonly title: string;
  readonly kind?: string;
  readonly agent?: string;
  /** All that is compared: equal texts are equal questions. */
  readonly text: string;
}

/** What is longer is an edit, and not asked twice. In UTF-16 code units. */
const LONGEST = 20_000;

/**
 * `undefined` where the request does not say what is to be done, or its subject is not known: a
 * title alone may stand for anything.
 */
export function questionOf(context: PermissionContext): Question | undefined {
  const { permission, toolCall, state } = context;
  const { subject, title: prompt, description } = permission;
  if (subject !== undefined && subject.type !== "tool_call" && subject.type !== "command")
    return undefined;
  const command = subject?.type === "command" ? subject.command : undefined;
  const { title, kind, name, rawInput, content, locations } = {
    ...toolCall,
    ...withoutEmpty(permission.toolCall),
  };
  const diffs = (content ?? []).filter(({ type }) => type === "diff");
  if ([command, rawInput, diffs].every(isEmpty)) return undefined;
  const agent = state.agent.info?.name;
  // Agents describe the same command in other words each time.
  const details =
    !isEmpty(command) || (kind === "execute" && namesCommand(rawInput))
      ? { input: withoutDescription(rawInput), content: diffs }
      : { input: rawInput, content, description };
  const paths = locations?.map(({ path }) => path);
  const { cwd } = subject ?? {};
  const text = sortedJson({ agent, prompt, title, name, kind, command, cwd, paths, ...details });
  if (text.length > LONGEST) return undefined;
  return {
    title: prompt ?? title ?? command ?? "",
    ...(kind != null && { kind }),
    ...(agent !== undefined && { agent }),
    text,
  };
}

/** Version 1 agents send empty values in a request for what they have said before. */
function withoutEmpty(call: RequestedToolCall | undefined): Partial<RequestedToolCall> & {
  readonly name?: string;
} {
  return Object.fromEntries(Object.entries(call ?? {}).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value == null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** What shells are given: a line, or its words. */
function namesCommand(input: unknown): boolean {
  const command = isObject(input) ? input["command"] : undefined;
  return !isEmpty(command) && (typeof command === "string" || Array.isArray(command));
}

function withoutDescription(input: unknown): unknown {
  if (!isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== "description"));
}

/** The same text for the same value, in whatever order its fields came. */
function sortedJson(value: object): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
