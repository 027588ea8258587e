import { type ReactElement, useId } from "react";
import { Icon } from "../controls/Icon.js";
import type { FormField } from "./parseFormFields.js";
import { ClippedText } from "../content/ClippedText.js";
import { clipLabel, clipTooltip } from "../format/clipText.js";
import { elicitationTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** One form field with the control for its kind. The browser holds and validates the value. */
export function FieldInput({ field }: { field: FormField }): ReactElement | null {
  const id = useId();
  const texts = useTexts("elicitation", elicitationTexts);
  const { label, hint, kind, isRequired } = field;
  if (kind === "unknown") return null;
  if (kind === "boolean") {
    return (
      <label className="acp-toggle acp-field-toggle" title={hint && clipTooltip(hint)}>
        <input
          type="checkbox"
          role="switch"
          name={field.name}
          defaultChecked={field.initial === true}
        />
        <ClippedText text={label} />
      </label>
    );
  }
  if (kind === "multiple_choice") return <CheckboxGroup field={field} />;
  return (
    <div className="acp-field">
      <label className="acp-field-label" htmlFor={id}>
        <ClippedText text={label} />
        {!isRequired && <span className="acp-field-optional"> {texts.optional}</span>}
      </label>
      {kind === "single_choice" ? (
        <SelectControl field={field} id={id} />
      ) : (
        <InputControl field={field} id={id} />
      )}
      {hint !== undefined && (
        <span className="acp-field-hint" id={`${id}-hint`}>
          <ClippedText text={hint} />
        </span>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly id: string;
}

function InputControl({ field, id }: ControlProps): ReactElement {
  const { name, kind, hint, initial, isRequired, constraints } = field;
  return (
    <input
      id={id}
      name={name}
      type={kind === "number" ? "number" : "text"}
      className="acp-text-input"
      required={isRequired}
      defaultValue={typeof initial === "string" ? initial : undefined}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      {...constraints}
    />
  );
}

function SelectControl({ field, id }: ControlProps): ReactElement {
  const { name, hint, choices, initial, isRequired } = field;
  const texts = useTexts("elicitation", elicitationTexts);
  return (
    <span className="acp-select-wrap">
      <select
        id={id}
        name={name}
        className="acp-select acp-field-select"
        required={isRequired}
        defaultValue={typeof initial === "string" ? initial : ""}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        <option value="">{isRequired ? texts.choose : texts.none}</option>
        {choices.map(({ value, label }, index) => (
          <option key={index} value={value}>
            {clipLabel(label)}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="acp-select-arrow" />
    </span>
  );
}

function CheckboxGroup({ field }: { field: FormField }): ReactElement {
  const { name, label, hint, choices, initial } = field;
  const chosen = new Set(Array.isArray(initial) ? initial : []);
  return (
    <fieldset className="acp-field">
      <legend className="acp-field-label">
        <ClippedText text={label} />
      </legend>
      {hint !== undefined && (
        <span className="acp-field-hint">
          <ClippedText text={hint} />
        </span>
      )}
      {choices.map((choice, index) => (
        <label key={index} className="acp-field-choice">
          <input
            type="checkbox"
            name={name}
            value={choice.value}
            defaultChecked={chosen.has(choice.value)}
          />
          <ClippedText text={choice.label} />
        </label>
      ))}
    </fieldset>
  );
}
