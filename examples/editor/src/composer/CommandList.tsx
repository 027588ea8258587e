import { type ReactElement, useEffect, useRef } from "react";
import type { CommandHints } from "./useCommandHints.js";

interface CommandListProps {
  readonly id: string;
  readonly hints: CommandHints;
  readonly onAccept: (index: number) => void;
}

export function CommandList({ id, hints, onAccept }: CommandListProps): ReactElement {
  const { commands, active } = hints;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul id={id} ref={list} className="commands" role="listbox" aria-label="Commands">
      {commands.map(({ name, description, input }, index) => (
        <li
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="command-row"
          // Keeps the focus in the text field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(index)}
        >
          <span className="command-name">/{name}</span>
          {input?.hint && <span className="command-input">{input.hint}</span>}
          <span className="command-description">{description}</span>
        </li>
      ))}
    </ul>
  );
}
