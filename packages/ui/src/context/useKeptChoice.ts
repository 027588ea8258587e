import { createContext, type Context, useContext, useState } from "react";

/** The choices of the user to open or close parts of a conversation, by the key of the part. */
export type KeptChoices = Map<unknown, boolean>;

/** The choices of the conversation around a part. Without one, a part forgets its choice when it is removed. */
export const KeptChoicesContext: Context<KeptChoices | undefined> = /* @__PURE__ */ createContext<
  KeptChoices | undefined
>(undefined);

/**
 * Like `useState` for what the user opens and closes, but keeps the choice while the row is scrolled out
 * of view and not rendered.
 */
export function useKeptChoice(
  key: unknown,
): readonly [boolean | undefined, (choice: boolean) => void] {
  const kept = useContext(KeptChoicesContext);
  const [choice, setChoice] = useState(() => kept?.get(key));
  return [
    choice,
    (next) => {
      kept?.set(key, next);
      setChoice(next);
    },
  ];
}
