import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { clipLabel } from "../format/clipText.js";
import type { Mention } from "../mentions/mention.js";
import type { MentionHints } from "../mentions/useMentionHints.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { OptionList } from "./OptionList.js";

const MENTION_ICONS: Readonly<Record<Mention["kind"], IconName>> = {
  file: "file",
  symbol: "code",
  session: "comment",
  change: "pencil",
  diff: "diff",
  other: "attach",
};

interface MentionListProps {
  readonly id: string;
  readonly hints: MentionHints;
  readonly onAccept: (index: number) => void;
}

export function MentionList({ id, hints, onAccept }: MentionListProps): ReactElement {
  const { mentions, hasMore, active } = hints;
  const texts = useTexts("composer", composerTexts);
  return (
    <OptionList
      {...{ id, active, onAccept }}
      label={texts.mentions}
      items={mentions}
      note={hasMore ? texts.moreMentions : undefined}
      renderItem={({ kind, label, detail }) => (
        <>
          <Icon name={MENTION_ICONS[kind]} className="acp-mention-icon" />
          <span className="acp-mention-name">{clipLabel(label)}</span>
          {detail !== undefined && (
            <span className="acp-command-description">{clipLabel(detail)}</span>
          )}
        </>
      )}
    />
  );
}
