import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface SearchFieldProps {
  /** The label. Default: that of the search in sessions. */
  readonly label?: string;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/** The field that filters a list, such as the sessions by their titles. Escape clears it. */
export function SearchField({ label, query, onSearch }: SearchFieldProps): ReactElement {
  const texts = useTexts("session", sessionTexts);
  return (
    <div className="acp-sessions-search">
      <Icon name="search" />
      <input
        type="text"
        role="searchbox"
        className="acp-sessions-search-text"
        aria-label={label ?? texts.search}
        placeholder={label ?? texts.search}
        value={query}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query === "") return;
          // Escape must not stop the running turn as well.
          event.preventDefault();
          event.stopPropagation();
          onSearch("");
        }}
      />
      {query !== "" && (
        <IconButton icon="cross" label={texts.clearSearch} onClick={() => onSearch("")} />
      )}
    </div>
  );
}
