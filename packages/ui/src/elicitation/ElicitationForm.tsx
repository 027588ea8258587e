import type { ReactElement } from "react";
import { elicitationTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { FieldInput } from "./FieldInput.js";
import type { ElicitationFormState } from "./useElicitationForm.js";

interface ElicitationFormProps {
  readonly form: ElicitationFormState;
  readonly isDisabled: boolean;
}

/** The fields of a form elicitation and the buttons to submit, decline or cancel it. */
export function ElicitationForm({ form, isDisabled }: ElicitationFormProps): ReactElement {
  const { fields, unsupportedFields } = form;
  const texts = useTexts("elicitation", elicitationTexts);
  return (
    <form
      className="acp-elicitation-form"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(new FormData(event.currentTarget));
      }}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
      {unsupportedFields.length > 0 && (
        <p className="acp-field-hint">
          {texts.unsupportedFields(unsupportedFields.map(({ label }) => label).join(", "))}
        </p>
      )}
      <div className="acp-request-options">
        <button
          type="submit"
          className="acp-button acp-button-primary"
          disabled={isDisabled || unsupportedFields.length > 0}
        >
          {texts.send}
        </button>
        <RefuseButtons form={form} isDisabled={isDisabled} />
      </div>
    </form>
  );
}

/** The buttons to decline a request (an explicit no) or to cancel it (no answer). */
export function RefuseButtons({ form, isDisabled }: ElicitationFormProps): ReactElement {
  const texts = useTexts("elicitation", elicitationTexts);
  return (
    <>
      <button
        type="button"
        className="acp-button acp-button-danger"
        disabled={isDisabled}
        onClick={form.decline}
      >
        {texts.decline}
      </button>
      <button type="button" className="acp-button" disabled={isDisabled} onClick={form.cancel}>
        {texts.cancel}
      </button>
    </>
  );
}
