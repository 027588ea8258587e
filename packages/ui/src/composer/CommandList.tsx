import type { ReactElement } from "react";
import { clipLabel } from "../format/clipText.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { OptionList } from "./OptionList.js";
import type { CommandHints } from "./useCommandHints.js";

interface CommandListProps {
  readonly id: string;
  readonly hints: CommandHints;
  readonly onAccept: (index: number) => void;
}

export function CommandList({ id, hints, onAccept }: CommandListProps): ReactElement {
  const { commands, hiddenCount, active } = hints;
  const texts = useTexts("composer", composerTexts);
  return (
    <OptionList
      {...{ id, active, onAccept }}
      label={texts.commands}
      items={commands}
      note={hiddenCount > 0 ? texts.moreCommands(hiddenCount) : undefined}
      renderItem={({ name, description, input }) => (
        <>
          <span className="acp-command-name">/{clipLabel(name)}</span>
          {input?.hint && <span className="acp-command-input">{clipLabel(input.hint)}</span>}
          <span className="acp-command-description">{clipLabel(description)}</span>
        </>
      )}
    />
  );
}
