import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";

interface SearchFieldProps {
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

/** The field that filters the sessions by their titles. Escape clears it. */
export function SearchField({ query, onSearch }: SearchFieldProps): ReactElement {
  return (
    <div className="acp-sessions-search">
      <Icon name="search" />
      <input
        type="text"
        role="searchbox"
        className="acp-sessions-search-text"
        aria-label="Search sessions"
        placeholder="Search sessions"
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
        <button
          type="button"
          className="acp-icon-button"
          aria-label="Clear search"
          title="Clear search"
          onClick={() => onSearch("")}
        >
          <Icon name="cross" />
        </button>
      )}
    </div>
  );
}
