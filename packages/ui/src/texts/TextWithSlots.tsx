import { Fragment, type ReactElement, type ReactNode } from "react";

interface TextWithSlotsProps {
  /** The text. Slots are in braces. */
  readonly text: string;
  /** Renders the element in the place of a slot. */
  readonly render: (slot: string) => ReactNode;
}

/** A text with elements in it, whose places depend on the language. */
export function TextWithSlots({ text, render }: TextWithSlotsProps): ReactElement {
  return (
    <>
      {text.split(/\{([^{}]*)\}/).map((part, index) => (
        <Fragment key={index}>{index % 2 === 0 ? part : render(part)}</Fragment>
      ))}
    </>
  );
}

/** Renders the name of a key. */
export function renderKey(name: string): ReactElement {
  return <kbd>{name}</kbd>;
}
