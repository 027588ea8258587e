import {
  type AcpState,
  getPermissionTitle,
  type Message,
  type MessageRole,
  type Permission,
  type ReadableAcpStore,
  type Session,
  type ToolCall,
  type Turn,
} from "@acp-store/core";

/**
 * The expected fields of an entity. A text field may be a regular expression. Fields that are not
 * named do not matter.
 */
export type ExpectedFields<Entity> = {
  readonly [Field in keyof Entity]?: string extends Entity[Field]
    ? Entity[Field] | RegExp
    : Entity[Field];
};

/** The tool call that `toHaveToolCall` expects. */
export type ExpectedToolCall = ExpectedFields<
  Pick<ToolCall, "toolCallId" | "title" | "kind" | "status" | "phase" | "rawInput" | "rawOutput">
>;

/** The permission request that `toHavePendingPermission` expects. */
export interface ExpectedPermission extends ExpectedFields<Pick<Permission, "toolCallId">> {
  /** The title of the request, or of its tool call. */
  readonly title?: string | RegExp;
  /** The ids of all options, in order. */
  readonly optionIds?: readonly string[];
}

/** The turn that `toHaveTurn` expects. */
export type ExpectedTurn = ExpectedFields<Pick<Turn, "status" | "stopReason">>;

/** The part of a matcher's context that the matchers use. */
export interface MatcherContext {
  /** Whether the test expects that the matcher does not pass: `expect(…).not`. */
  readonly isNot: boolean;
  /** Compares two values deeply. */
  equals(actual: unknown, expected: unknown): boolean;
}

/** The result of a matcher. */
export interface MatcherResult {
  /** Whether the subject matches. */
  readonly pass: boolean;
  /** Returns the message of the failed test. */
  message(): string;
}

/** The subject of a matcher: a store, its state, or one of its sessions. */
export type MatcherSubject = Pick<ReadableAcpStore, "getState"> | AcpState | Session;

/**
 * Matchers for `expect` of Vitest and Jest. The subject is a store, a state or a session. Import the
 * entry once, for example in a setup file; the types of Vitest then know the matchers.
 *
 * @example
 * ```ts
 * import { createAcpStore } from "@acp-store/core";
 * import { storeMatchers } from "@acp-store/testing/vitest";
 * import { expect } from "vitest";
 *
 * expect.extend(storeMatchers);
 *
 * const store = createAcpStore();
 * expect(store).not.toHavePendingPermission();
 * ```
 */
export const storeMatchers: StoreMatchers = {
  toHaveToolCall(subject, expected) {
    return match(this, subject, {
      noun: "tool call",
      expected: { ...expected },
      find: ({ toolCalls }) => [...toolCalls.values()],
      getFields: (call) => ({ ...call }),
      describe: describeCall,
    });
  },
  toHaveMessage(subject, role, text) {
    return match(this, subject, {
      noun: "message",
      expected: { role, text },
      find: ({ messages }) => [...messages.values()],
      getFields: (message) => ({ role: message.role, text: getText(message) }),
      describe: (message) => `${message.role}: ${quote(getText(message))}`,
    });
  },
  toHavePendingPermission(subject, expected = {}) {
    return match(this, subject, {
      noun: "pending permission request",
      expected: { ...expected },
      find: (session) =>
        session.pendingPermissions.flatMap((id) => {
          const permission = session.permissions.get(id);
          if (permission === undefined) return [];
          const call = session.toolCalls.get(permission.toolCallId ?? "");
          return [{ permission, title: getPermissionTitle(permission, call) ?? "" }];
        }),
      getFields: ({ permission, title }) => ({
        ...permission,
        title,
        optionIds: permission.options.map(({ optionId }) => optionId),
      }),
      describe: ({ permission, title }) =>
        `${quote(title)}, options: ${permission.options.map(({ optionId }) => optionId).join(", ")}`,
    });
  },
  toHaveTurn(subject, expected) {
    return match(this, subject, {
      noun: "turn",
      expected: { ...expected },
      find: ({ turns }) => [...turns.values()],
      getFields: (turn) => ({ ...turn }),
      describe: ({ status, stopReason, error }) =>
        [status, stopReason, error && quote(error.message)].filter(Boolean).join(", "),
    });
  },
};

/** The matchers as `expect.extend` takes them, which needs a type and not an interface. */
export type StoreMatchers = {
  /** Passes if a session has a tool call with these fields. */
  toHaveToolCall(
    this: MatcherContext,
    subject: MatcherSubject,
    expected: ExpectedToolCall,
  ): MatcherResult;
  /** Passes if a session has a message of this role with this text. */
  toHaveMessage(
    this: MatcherContext,
    subject: MatcherSubject,
    role: MessageRole,
    text: string | RegExp,
  ): MatcherResult;
  /** Passes if a session has an open permission request, with these fields if they are given. */
  toHavePendingPermission(
    this: MatcherContext,
    subject: MatcherSubject,
    expected?: ExpectedPermission,
  ): MatcherResult;
  /** Passes if a session has a turn with these fields. */
  toHaveTurn(this: MatcherContext, subject: MatcherSubject, expected: ExpectedTurn): MatcherResult;
};

/** Finds an entity in all sessions, and describes the candidates. */
interface Search<Entity> {
  readonly noun: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly find: (session: Session) => readonly Entity[];
  readonly getFields: (entity: Entity) => Readonly<Record<string, unknown>>;
  readonly describe: (entity: Entity) => string;
}

function match<Entity>(
  context: MatcherContext,
  subject: unknown,
  { noun, expected, find, getFields, describe }: Search<Entity>,
): MatcherResult {
  const entities = getSessions(subject).flatMap(find);
  const fields = Object.entries(expected).filter(([, value]) => value !== undefined);
  const isMatch = (entity: Entity): boolean => {
    const actual = getFields(entity);
    return fields.every(([name, value]) => isEqual(context, actual[name], value));
  };
  const message = (): string => {
    const wanted = fields.map(([name, value]) => `${name} ${format(value)}`).join(", ");
    const candidates = entities.map((entity) => `  ${describe(entity)}`);
    const negation = context.isNot ? "no" : "a";
    return [
      `Expected ${negation} ${noun}${wanted && ` with ${wanted}`}.`,
      candidates.length === 0 ? `There is no ${noun}.` : `There are ${candidates.length}:`,
      ...candidates,
    ].join("\n");
  };
  return { pass: entities.some(isMatch), message };
}

/**
 * Returns the sessions of the subject of a matcher.
 *
 * @throws TypeError if it is neither a store nor a state nor a session.
 */
function getSessions(subject: unknown): readonly Session[] {
  const { getState, sessions, toolCalls } = (subject ?? {}) as {
    getState?: () => AcpState;
    sessions?: AcpState["sessions"];
    toolCalls?: unknown;
  };
  if (typeof getState === "function") return [...getState().sessions.values()];
  if (sessions !== undefined) return [...sessions.values()];
  if (toolCalls !== undefined) return [subject as Session];
  throw new TypeError(
    `[acp-store] Pass a store, its state or a session to expect(), not ${format(subject)}.`,
  );
}

const isEqual = ({ equals }: MatcherContext, actual: unknown, expected: unknown): boolean =>
  expected instanceof RegExp
    ? typeof actual === "string" && expected.test(actual)
    : equals(actual, expected);

const getText = ({ content }: Message): string =>
  content.map((block) => (block.type === "text" ? block.text : "")).join("");

const describeCall = ({ title, kind, status, phase }: ToolCall): string =>
  `${quote(title)} (${kind}): ${status === phase ? status : `${status}, ${phase}`}`;

const quote = (text: string | undefined): string => JSON.stringify(text ?? "");

const format = (value: unknown): string =>
  value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? String(value));
