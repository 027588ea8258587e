import type { PermissionOption } from "@acp-store/core";
import { type ReactElement, useEffect, useRef, useState } from "react";

/** A click that was meant for what stood here before must not answer. */
const ARMED_AFTER_MS = 400;

interface PermissionOptionsProps {
  readonly options: readonly PermissionOption[];
  readonly isDisabled: boolean;
  readonly hasShortcuts: boolean;
  readonly onChoose: (optionId: string) => void;
}

/** The answers on offer, all of them and in the agent's order. */
export function PermissionOptions(props: PermissionOptionsProps): ReactElement {
  const { options, isDisabled, hasShortcuts, onChoose } = props;
  const isArmed = useIsArmed();
  const canChoose = isArmed && !isDisabled;
  useShortcuts(options, hasShortcuts && canChoose, onChoose);
  return (
    <div className="options">
      {options.map(({ optionId, name, kind }, index) => (
        <button
          key={`${index}:${optionId}`}
          type="button"
          className={`button ${styleOf(kind)}`}
          disabled={isDisabled}
          aria-disabled={!canChoose}
          aria-keyshortcuts={hasShortcuts ? `Alt+${index + 1}` : undefined}
          onClick={() => canChoose && onChoose(optionId)}
        >
          {name}
          {hasShortcuts && index < 9 && (
            <kbd className="shortcut" aria-hidden="true">
              Alt {index + 1}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}

function styleOf(kind: PermissionOption["kind"]): string {
  if (kind === "allow_once") return "button-primary";
  return kind.startsWith("reject") ? "button-danger" : "";
}

function useIsArmed(): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), ARMED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isArmed;
}

/** Alt and a digit answer from anywhere; the letter such a chord makes on a Mac does not matter. */
function useShortcuts(
  options: readonly PermissionOption[],
  isOn: boolean,
  onChoose: (optionId: string) => void,
): void {
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      const option = options[Number(digit) - 1];
      if (option === undefined) return;
      event.preventDefault();
      choose.current(option.optionId);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [options, isOn]);
}
