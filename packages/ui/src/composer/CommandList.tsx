import { type ReactElement, useEffect, useRef } from "react";
import { clipLabel } from "../format/clipText.js";
import type { CommandHints } from "./useCommandHints.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface CommandListProps {
  readonly id: string;
  readonly hints: CommandHints;
  readonly onAccept: (index: number) => void;
}

export function CommandList({ id, hints, onAccept }: CommandListProps): ReactElement {
  const { commands, hiddenCount, active } = hints;
  const texts = useTexts("composer", composerTexts);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <ul id={id} ref={list} className="acp-commands" role="listbox" aria-label={texts.commands}>
      {commands.map(({ name, description, input }, index) => (
        <li
          key={index}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="acp-command-row"
          // Keeps the focus in the text field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(index)}
        >
          <span className="acp-command-name">/{clipLabel(name)}</span>
          {input?.hint && <span className="acp-command-input">{clipLabel(input.hint)}</span>}
          <span className="acp-command-description">{clipLabel(description)}</span>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li className="acp-commands-rest" role="presentation">
          {texts.moreCommands(hiddenCount)}
        </li>
      )}
    </ul>
  );
}
