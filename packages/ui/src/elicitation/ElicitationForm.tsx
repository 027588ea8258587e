import type { ReactElement } from "react";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { clipTooltip } from "../format/clipText.js";
import { elicitationTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { FieldInput } from "./FieldInput.js";
import type { ElicitationFormState } from "./useElicitationForm.js";

/** More fields are shown on request. */
const MAX_FIELDS = 50;

interface ElicitationButtonsProps {
  readonly form: ElicitationFormState;
  readonly isDisabled: boolean;
}

interface ElicitationFormProps extends ElicitationButtonsProps {
  /** Whether the fields are only shown, because the user cannot answer here. */
  readonly isReadOnly: boolean;
}

/** The fields of a form elicitation and the buttons to submit, decline or cancel it. */
export function ElicitationForm(props: ElicitationFormProps): ReactElement {
  const { form, isDisabled, isReadOnly } = props;
  const { fields, unsupportedFields } = form;
  // Nobody should send a form without having seen all of it.
  const { shown, ...rest } = useFirstItems(fields, MAX_FIELDS);
  const texts = useTexts("elicitation", elicitationTexts);
  return (
    <form
      className="acp-elicitation-form"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(new FormData(event.currentTarget));
      }}
    >
      {/* Not disabled with the buttons for a moment, because a field would lose the focus. */}
      <fieldset className="acp-elicitation-fields" disabled={isReadOnly}>
        {shown.map((field) => (
          <FieldInput key={field.name} field={field} />
        ))}
      </fieldset>
      <ShowAllItems {...rest} />
      {unsupportedFields.length > 0 && (
        <p className="acp-field-hint">
          {texts.unsupportedFields(
            clipTooltip(unsupportedFields.map(({ label }) => label).join(", ")),
          )}
        </p>
      )}
      <div className="acp-request-options">
        <button
          type="submit"
          className="acp-button acp-button-primary"
          disabled={isDisabled || unsupportedFields.length > 0 || rest.hiddenTotal !== undefined}
        >
          {form.buttons?.accept ?? texts.send}
        </button>
        <RefuseButtons form={form} isDisabled={isDisabled} />
      </div>
    </form>
  );
}

/** The buttons to decline a request (an explicit no) or to cancel it (no answer). */
export function RefuseButtons({ form, isDisabled }: ElicitationButtonsProps): ReactElement {
  const texts = useTexts("elicitation", elicitationTexts);
  return (
    <>
      <button
        type="button"
        className="acp-button acp-button-danger"
        disabled={isDisabled}
        onClick={form.decline}
      >
        {form.buttons?.decline ?? texts.decline}
      </button>
      {form.buttons === undefined && (
        <button type="button" className="acp-button" disabled={isDisabled} onClick={form.cancel}>
          {texts.cancel}
        </button>
      )}
    </>
  );
}
