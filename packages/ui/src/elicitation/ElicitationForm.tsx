import type { ElicitationResponse } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import { type ReactElement, useMemo } from "react";
import { FieldInput } from "./FieldInput.js";
import { readFormAnswers, parseFormFields } from "./parseFormFields.js";

interface ElicitationFormProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswer: (answer: ElicitationResponse) => void;
}

/** The fields of a form elicitation and the buttons to submit, decline or cancel it. */
export function ElicitationForm(props: ElicitationFormProps): ReactElement {
  const { elicitation, isDisabled, onAnswer } = props;
  const fields = useMemo(() => parseFormFields(elicitation.requestedSchema), [elicitation]);
  const unsupported = fields.filter(({ kind, isRequired }) => kind === "unknown" && isRequired);
  return (
    <form
      className="acp-elicitation-form"
      onSubmit={(event) => {
        event.preventDefault();
        const content = readFormAnswers(fields, new FormData(event.currentTarget));
        onAnswer({ action: "accept", content });
      }}
    >
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} />
      ))}
      {unsupported.length > 0 && (
        <p className="acp-field-hint">
          This form requires fields that are not supported here:{" "}
          {unsupported.map(({ label }) => label).join(", ")}.
        </p>
      )}
      <div className="acp-request-options">
        <button
          type="submit"
          className="acp-button acp-button-primary"
          disabled={isDisabled || unsupported.length > 0}
        >
          Send answers
        </button>
        <RefuseButtons isDisabled={isDisabled} onAnswer={onAnswer} />
      </div>
    </form>
  );
}

/** The buttons to decline a request (an explicit no) or to cancel it (no answer). */
export function RefuseButtons({
  isDisabled,
  onAnswer,
}: Omit<ElicitationFormProps, "elicitation">): ReactElement {
  return (
    <>
      <button
        type="button"
        className="acp-button acp-button-danger"
        disabled={isDisabled}
        onClick={() => onAnswer({ action: "decline" })}
      >
        Decline
      </button>
      <button
        type="button"
        className="acp-button"
        disabled={isDisabled}
        onClick={() => onAnswer({ action: "cancel" })}
      >
        Cancel
      </button>
    </>
  );
}
