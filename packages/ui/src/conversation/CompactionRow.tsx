import type { Compaction } from "@acp-store/core";
import { useCompaction, useSession } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { ContentBlocks } from "../content/ContentBlocks.js";
import { useKeptChoice } from "../context/useKeptChoice.js";
import { Icon, Spinner } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { formatShortNumber, useFormat } from "../format/format.js";
import { compactionTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import { Duration } from "../time/Duration.js";

/** The place in the conversation where the agent replaced the context by a summary of it. */
export function CompactionRow({ id }: { readonly id: string }): ReactElement | null {
  const compaction = useCompaction(id);
  const isBusy = useSession((session) => session?.activity !== "idle");
  const texts = useTexts("compaction", compactionTexts);
  const format = useFormat();
  const [isOpen = false, setIsOpen] = useKeptChoice(`compaction ${id}`);
  const bodyId = useId();
  if (compaction === undefined) return null;
  const { summary, error, startedAt, endedAt, status } = compaction;
  const icon = END_ICONS.get(status);
  const isRunning = icon === undefined && isBusy;
  const label = describeCompaction(compaction, isRunning, texts, (count) =>
    formatShortNumber(count, format),
  );
  const hasEnded = endedAt !== undefined;
  return (
    <section className="acp-ui acp-compaction" aria-label={texts.title}>
      <p className="acp-turn-end acp-compaction-line" data-status={status}>
        {isRunning ? <Spinner /> : <Icon name={icon ?? "minus"} />}
        <span>
          {label}{" "}
          {startedAt !== undefined && (hasEnded || isRunning) && (
            <Duration
              span={{ start: startedAt, end: endedAt }}
              prefix={hasEnded ? texts.durationPrefix : ""}
            />
          )}
        </span>
        {summary.length > 0 && (
          <button
            type="button"
            className="acp-link-button acp-compaction-toggle"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {texts.summary}
            <Icon name="chevron" className="acp-disclosure-icon" />
          </button>
        )}
      </p>
      {error !== undefined && (
        <p className="acp-compaction-error">
          <ClippedText text={error} />
        </p>
      )}
      <div id={bodyId} className="acp-compaction-summary" hidden={!isOpen}>
        {isOpen && <ContentBlocks blocks={summary} isStreaming={isRunning} />}
      </div>
    </section>
  );
}

/** The icons of the ends of a compaction. */
const END_ICONS: ReadonlyMap<string, IconName> = /* @__PURE__ */ new Map([
  ["completed", "check"],
  ["failed", "alert"],
  ["cancelled", "ban"],
]);

function describeCompaction(
  { status, tokensBefore, tokensAfter }: Compaction,
  isRunning: boolean,
  texts: UiTexts["compaction"],
  formatCount: (count: number) => string,
): string {
  if (status === "failed") return texts.failed;
  if (status === "cancelled") return texts.cancelled;
  if (status !== "completed") return isRunning ? texts.running : texts.unfinished;
  if (tokensBefore === undefined || tokensAfter === undefined) return texts.completed;
  return texts.compacted(formatCount(tokensBefore), formatCount(tokensAfter));
}
