import type { ReactNode } from "react";
import type { Words } from "../model/words.js";
import { entryName, usePanel } from "./context.js";

/** An entry by its name; leads to it. */
export function EntryLink({ index }: { readonly index: number }): ReactNode {
  const { source, show } = usePanel();
  const name = entryName(source, index);
  if (source.history.entry(index) === undefined) return <span>{name}</span>;
  return (
    <button type="button" className="link" onClick={() => show(index)}>
      {name}
    </button>
  );
}

/** A sentence with links to the entries that it speaks of. */
export function Sentence({ words }: { readonly words: Words }): ReactNode {
  return words.map((word, place) =>
    typeof word === "number" ? <EntryLink key={place} index={word} /> : word,
  );
}
