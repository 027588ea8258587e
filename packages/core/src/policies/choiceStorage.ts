import * as z from "zod/mini";

/**
 * A key-value storage for remembered choices. `localStorage` and `sessionStorage` fit, and so does
 * any object with the same two functions, synchronous or asynchronous.
 */
export interface ChoiceStorage {
  /** Returns the text stored under a key, or `null` if there is none. */
  getItem(key: string): string | null | Promise<string | null>;
  /** Stores a text under a key. The result is ignored; a promise is awaited. */
  setItem(key: string, text: string): unknown;
}

/**
 * Creates a storage that keeps its items in memory until the program ends.
 *
 * @example
 * ```ts
 * const choices = rememberChoices({ storage: memoryChoiceStorage() });
 * ```
 */
export function memoryChoiceStorage(): ChoiceStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => void items.set(key, text),
  };
}

/**
 * The scope of a remembered choice: the session it was made in, every session with the same working
 * directory, or all sessions.
 */
export type ChoiceScope = "session" | "cwd" | "all";

/** An "always" answer of the user, as listed by {@link RememberedChoices.list}. */
export interface RememberedChoice {
  /** The id that {@link RememberedChoices.revoke} takes. */
  readonly id: string;
  /** The answer to later requests: whether the user allowed or rejected. */
  readonly answer: "allow" | "reject";
  /** The title of the request, in the agent's words. */
  readonly title: string;
  /** The kind of the tool call. */
  readonly kind?: string;
  /** The name of the agent that sent the request. */
  readonly agent?: string;
  /** The sessions that the choice applies to. */
  readonly scope: ChoiceScope;
  /** The id of the session, or the working directory. Absent for the scope `all`. */
  readonly within?: string;
  /** When the choice was made, in milliseconds since the epoch. */
  readonly rememberedAt: number;
  /** When the choice expires, in milliseconds since the epoch. Absent if it never does. */
  readonly expiresAt?: number;
  /** Everything that later requests are compared with, as JSON. */
  readonly question: string;
}

const choiceSchema = z.object({
  id: z.string(),
  answer: z.enum(["allow", "reject"]),
  title: z.string(),
  kind: z.optional(z.string()),
  agent: z.optional(z.string()),
  scope: z.enum(["session", "cwd", "all"]),
  within: z.optional(z.string()),
  rememberedAt: z.number(),
  expiresAt: z.optional(z.number()),
  question: z.string(),
});

/** The number of choices kept. When there are more, the oldest are forgotten. */
const MAX_CHOICES = 500;

/** Reads and writes the choices in a storage. Operations run one at a time, in call order. */
export interface ChoiceRepository {
  /** Returns the choices that have not expired, oldest first. */
  list(): Promise<readonly RememberedChoice[]>;
  /** Replaces the choices that {@link ChoiceRepository.list} returns. */
  update(
    edit: (choices: readonly RememberedChoice[]) => readonly RememberedChoice[],
  ): Promise<void>;
}

/** Creates a repository for the choices stored under a key. */
export function createChoiceRepository(
  storage: ChoiceStorage,
  key: string,
  now: () => number,
): ChoiceRepository {
  let lastOperation: Promise<unknown> = Promise.resolve();

  function enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = lastOperation.then(run);
    lastOperation = result.catch(() => {});
    return result;
  }

  async function load(): Promise<readonly RememberedChoice[]> {
    const at = now();
    const choices = parseChoices(await storage.getItem(key));
    return choices.filter(({ expiresAt }) => expiresAt === undefined || at < expiresAt);
  }

  return {
    list: () => enqueue(load),
    update: (edit) =>
      enqueue(async () => {
        const choices = edit(await load()).slice(-MAX_CHOICES);
        await storage.setItem(key, JSON.stringify(choices));
      }),
  };
}

/** Ignores a text that is not a list, and items of the list that are not choices. */
function parseChoices(text: unknown): readonly RememberedChoice[] {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return Array.isArray(value) ? value.filter(isRememberedChoice) : [];
  } catch {
    return [];
  }
}

function isRememberedChoice(value: unknown): value is RememberedChoice {
  return choiceSchema.safeParse(value).success;
}
