import type { ReactElement } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { toSafeHref } from "../content/safeUrl.js";
import { Icon } from "../controls/Icon.js";
import { elicitationTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { RefuseButtons } from "./ElicitationForm.js";
import type { ElicitationFormState } from "./useElicitationForm.js";

interface ElicitationUrlProps {
  readonly url: string | undefined;
  readonly form: ElicitationFormState;
  readonly isDisabled: boolean;
  /** Whether the URL is only shown, because the user cannot answer here. */
  readonly isReadOnly: boolean;
}

/** A URL elicitation. It shows the full URL before the user opens it. */
export function ElicitationUrl(props: ElicitationUrlProps): ReactElement {
  const { url = "", form, isDisabled, isReadOnly } = props;
  const texts = useTexts("elicitation", elicitationTexts);
  const href = toSafeHref(url);
  return (
    <div className="acp-elicitation-form">
      <code className="acp-command">
        <ClippedText text={url} />
      </code>
      {href === undefined && <p className="acp-field-hint">{texts.cannotOpen}</p>}
      <div className="acp-request-options">
        {href !== undefined && !isReadOnly && (
          <a
            className="acp-button acp-button-primary"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-disabled={isDisabled}
            onClick={(event) => {
              if (isDisabled) event.preventDefault();
              else form.accept();
            }}
          >
            <Icon name="globe" />
            {texts.open(new URL(href).host)}
          </a>
        )}
        <RefuseButtons form={form} isDisabled={isDisabled} />
      </div>
    </div>
  );
}
