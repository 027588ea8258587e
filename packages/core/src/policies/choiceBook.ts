import { readChoices, type RememberedChoice } from "./choices.js";
import type { ChoiceStorage } from "./storage.js";

/** The oldest choices beyond that many are forgotten. */
const MOST = 500;

type Choices = readonly RememberedChoice[];

/** The choices in a storage; what was asked for first is done first, however long it takes. */
export interface ChoiceBook {
  /** Those that have not expired, the oldest first. */
  read(): Promise<Choices>;
  /** Puts others in the place of those that {@link read} gives. */
  change(edit: (choices: Choices) => Choices): Promise<void>;
}

export function createChoiceBook(
  storage: ChoiceStorage,
  key: string,
  now: () => number,
): ChoiceBook {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = last.then(run);
    last = result.catch(() => {});
    return result;
  }

  async function readNow(): Promise<Choices> {
    const at = now();
    const all = readChoices(await storage.getItem(key));
    return all.filter(({ expiresAt }) => expiresAt === undefined || at < expiresAt);
  }

  return {
    read: () => inTurn(readNow),
    change: (edit) =>
      inTurn(async () => {
        const changed = edit(await readNow()).slice(-MOST);
        await storage.setItem(key, JSON.stringify(changed));
      }),
  };
}
