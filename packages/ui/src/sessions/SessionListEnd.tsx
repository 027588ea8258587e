import type { ReactElement } from "react";
import { Spinner } from "../controls/Icon.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { TextWithSlots } from "../texts/TextWithSlots.js";
import { useTexts } from "../texts/useTexts.js";
import type { SessionListing } from "./useSessionListing.js";

interface SessionListEndProps {
  readonly query: string;
  readonly isEmpty: boolean;
  readonly listing: SessionListing;
  readonly onClear: () => void;
}

/** The end of the list: the button for the next page, an error, or why the list is empty. */
export function SessionListEnd(props: SessionListEndProps): ReactElement {
  const { query, isEmpty, listing, onClear } = props;
  const { isLoading, error, loadMore } = listing;
  const texts = useTexts("session", sessionTexts);
  return (
    <div aria-live="polite">
      {isEmpty && query.trim() !== "" && (
        <p className="acp-sessions-empty">
          <TextWithSlots text={texts.noMatch} render={() => <q>{query.trim()}</q>} />{" "}
          <button type="button" className="acp-link-button" onClick={onClear}>
            {texts.clearSearch}
          </button>
        </p>
      )}
      {isEmpty && query.trim() === "" && !isLoading && (
        <p className="acp-sessions-empty">{texts.none}</p>
      )}
      {error !== undefined && <p className="acp-sessions-list-error">{texts.listFailed(error)}</p>}
      {isLoading && isEmpty && (
        <p className="acp-sessions-empty">
          <Spinner /> {texts.loading}
        </p>
      )}
      {loadMore !== undefined && (
        <button
          type="button"
          className="acp-button acp-sessions-more"
          disabled={isLoading}
          onClick={loadMore}
        >
          {isLoading ? texts.loadingMore : texts.showMore}
        </button>
      )}
    </div>
  );
}
