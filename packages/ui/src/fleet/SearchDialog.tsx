import { useAgents } from "@acp-store/fleet/react";
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { ModalDialog } from "../controls/ModalDialog.js";
import { useNow } from "../controls/useNow.js";
import { toSentence } from "../format/errors.js";
import { formatAge, useFormat } from "../format/format.js";
import { searchTexts } from "../texts/fleetTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";
import type { FoundMessage, SearchSource } from "./searchSource.js";
import { type SearchState, useSearch } from "./useSearch.js";

/** The props of {@link SearchDialog}. */
export interface SearchDialogProps {
  readonly source: SearchSource;
  /** Opens a session at a message. */
  readonly onOpen: (hit: FoundMessage) => void;
  readonly onClose: () => void;
}

/** The dialog that searches in the messages of all sessions. */
export function SearchDialog({ source, onOpen, onClose }: SearchDialogProps): ReactElement {
  const texts = useTexts("search", searchTexts);
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const search = useSearch(source, text);
  const { hits } = search;
  const optionId = (index: number): string => `${id}-option-${index}`;
  const activeId = hits.length > 0 ? optionId(active) : undefined;
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent, close: () => void): void {
    const hit = hits[active];
    if (hit === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + hits.length) % hits.length);
    // Enter also ends the composition of a character.
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) choose(hit, close);
    else return;
    event.preventDefault();
  }

  function choose(hit: FoundMessage, close: () => void): void {
    close();
    onOpen(hit);
  }

  return (
    <ModalDialog className="acp-ui acp-search" labelledBy={`${id}-title`} onClose={onClose}>
      {(close) => (
        <>
          <h2 id={`${id}-title`} className="acp-sr-only">
            {texts.title}
          </h2>
          <div className="acp-search-field">
            <Icon name="search" />
            <input
              type="text"
              role="combobox"
              className="acp-search-text"
              aria-label={texts.label}
              placeholder={texts.label}
              aria-autocomplete="list"
              aria-expanded={hits.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={activeId}
              maxLength={500}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setActive(0);
              }}
              onKeyDown={(event) => onKeyDown(event, close)}
            />
            <IconButton icon="cross" label={texts.close} onClick={close} />
          </div>
          <div
            id={`${id}-list`}
            className="acp-search-hits"
            role="listbox"
            aria-label={texts.results}
            hidden={hits.length === 0}
          >
            {hits.map((hit, index) => (
              <div
                key={`${hit.agentId}/${hit.sessionId}/${hit.messageKey}`}
                id={optionId(index)}
                className="acp-search-hit"
                role="option"
                aria-selected={index === active}
                onClick={() => choose(hit, close)}
              >
                <Hit hit={hit} />
              </div>
            ))}
          </div>
          <p className="acp-search-status" role="status">
            {describeSearch(search, texts)}
          </p>
        </>
      )}
    </ModalDialog>
  );
}

/** A found message with its session. */
function Hit({ hit }: { readonly hit: FoundMessage }): ReactElement {
  const texts = useTexts("search", searchTexts);
  const format = useFormat();
  const now = useNow(60_000);
  const agent = useAgents().find(({ id }) => id === hit.agentId)?.name ?? hit.agentId;
  return (
    <>
      <span className="acp-search-session">
        <span className="acp-search-session-title">{hit.title ?? texts.untitled}</span>
        <span className="acp-search-detail">
          {`${agent} · ${formatAge(hit.createdAt, now, format)}`}
        </span>
      </span>
      <span className="acp-search-snippet">
        <span className="acp-search-role">{texts.role[hit.role]}</span> {markWords(hit)}
      </span>
    </>
  );
}

function markWords({ snippet, ranges }: FoundMessage): ReactNode {
  let end = 0;
  const parts = ranges.map(([from, to]) => {
    const before = snippet.slice(end, from);
    end = to;
    return (
      <span key={from}>
        {before}
        <mark>{snippet.slice(from, to)}</mark>
      </span>
    );
  });
  return [...parts, snippet.slice(end)];
}

function describeSearch({ status, hits, isCut, error }: SearchState, texts: UiTexts["search"]) {
  switch (status) {
    case "idle":
      return texts.hint;
    case "searching":
      return texts.searching;
    case "failed":
      return toSentence(error ?? "");
    case "done":
      return isCut ? texts.isCut(hits.length) : texts.found(hits.length);
  }
}
