import {
  type ElicitationButtons,
  type ElicitationResponse,
  isAcpElicitationError,
} from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import { useMemo } from "react";
import { type FormField, parseFormFields, readFormAnswers } from "./parseFormFields.js";

/** The fields of an elicitation, and how to answer it. */
export interface ElicitationFormState {
  /** The fields of the form, in the order of the schema. Empty for other modes. */
  readonly fields: readonly FormField[];
  /** The required fields that have no control here. With one of them, the form cannot be sent. */
  readonly unsupportedFields: readonly FormField[];
  /** The labels of the buttons, if the client itself asks. It needs no button that cancels. */
  readonly buttons: ElicitationButtons | undefined;
  /** Sends the values of the form, with the types of the schema. */
  submit(data: FormData): void;
  /** Accepts an elicitation without fields, such as a URL that was opened. */
  accept(): void;
  /** Declines: an explicit no. */
  decline(): void;
  /** Dismisses the elicitation without an answer. */
  cancel(): void;
}

/**
 * Returns the logic of one elicitation, for your own markup. Each field of the form needs an input
 * with its `name`. An answer to an elicitation that has been settled meanwhile does nothing.
 *
 * @param onAnswered - Called before an answer is sent.
 *
 * @example
 * ```tsx
 * function Question({ elicitation }: { elicitation: PendingElicitation }) {
 *   const { fields, submit, decline } = useElicitationForm(elicitation);
 *   return (
 *     <form action={submit}>
 *       {fields.map(({ name, label }) => (
 *         <input key={name} name={name} aria-label={label} />
 *       ))}
 *       <button>Send</button>
 *       <button type="button" onClick={decline}>No</button>
 *     </form>
 *   );
 * }
 * ```
 */
export function useElicitationForm(
  elicitation: PendingElicitation,
  onAnswered?: () => void,
): ElicitationFormState {
  const { requestedSchema } = elicitation;
  const fields = useMemo(() => parseFormFields(requestedSchema), [requestedSchema]);
  const answer = (response: ElicitationResponse): void => {
    onAnswered?.();
    try {
      elicitation.respond(response);
    } catch (error) {
      // Another party settled the request first. It disappears with the next render.
      if (!isAcpElicitationError(error)) throw error;
    }
  };
  return {
    fields,
    buttons: elicitation.buttons,
    unsupportedFields: fields.filter(({ kind, isRequired }) => kind === "unknown" && isRequired),
    submit: (data) => answer({ action: "accept", content: readFormAnswers(fields, data) }),
    accept: () => answer({ action: "accept" }),
    decline: () => answer({ action: "decline" }),
    cancel: () => answer({ action: "cancel" }),
  };
}
