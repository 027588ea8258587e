import type { ElicitationResponse } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import { type ReactElement, useMemo } from "react";
import { FieldInput } from "./FieldInput.js";
import { answersOf, formFields } from "./formFields.js";

interface ElicitationFormProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswer: (answer: ElicitationResponse) => void;
}

/** The questions of a form, and the three ways to answer. */
export function ElicitationForm(props: ElicitationFormProps): ReactElement {
  const { elicitation, isDisabled, onAnswer } = props;
  const fields = useMemo(() => formFields(elicitation.requestedSchema), [elicitation]);
  const missing = fields.filter(({ kind, isRequired }) => kind === "unknown" && isRequired);
  return (
    <form
      className="elicitation-form"
      onSubmit={(event) => {
        event.preventDefault();
        const content = answersOf(fields, new FormData(event.currentTarget));
        onAnswer({ action: "accept", content });
      }}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
      {missing.length > 0 && (
        <p className="field-hint">
          This page cannot ask for {missing.map(({ label }) => label).join(", ")}.
        </p>
      )}
      <div className="options">
        <button
          type="submit"
          className="button button-primary"
          disabled={isDisabled || missing.length > 0}
        >
          Send answers
        </button>
        <Refusals isDisabled={isDisabled} onAnswer={onAnswer} />
      </div>
    </form>
  );
}

/** To decline says no; to cancel says nothing. */
export function Refusals({
  isDisabled,
  onAnswer,
}: Omit<ElicitationFormProps, "elicitation">): ReactElement {
  return (
    <>
      <button
        type="button"
        className="button button-danger"
        disabled={isDisabled}
        onClick={() => onAnswer({ action: "decline" })}
      >
        Decline
      </button>
      <button
        type="button"
        className="button"
        disabled={isDisabled}
        onClick={() => onAnswer({ action: "cancel" })}
      >
        Cancel
      </button>
    </>
  );
}
