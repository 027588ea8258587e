import type { ReactElement, ReactNode } from "react";
import { Icon } from "../controls/Icon.js";
import { fleetTexts, registryTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { RegistryPicker, type RegistryPickerProps } from "./RegistryPicker.js";

interface RegistryPageProps extends RegistryPickerProps {
  readonly onClose: () => void;
  readonly headerStart: ReactNode;
  readonly headerEnd: ReactNode;
}

/** The registry in place of a session. */
export function RegistryPage(props: RegistryPageProps): ReactElement {
  const { registry, onClose, headerStart, headerEnd } = props;
  const texts = useTexts("fleet", fleetTexts);
  const { label } = useTexts("registry", registryTexts);
  return (
    <div className="acp-ui acp-start-page">
      <div className="acp-app-header">
        {headerStart}
        <button type="button" className="acp-button" onClick={onClose}>
          <Icon name="arrowUp" className="acp-back-icon" />
          {texts.back}
        </button>
        <div className="acp-app-controls">{headerEnd}</div>
      </div>
      <div className="acp-start-content acp-registry-page">
        <h1 className="acp-start-title">{label}</h1>
        <RegistryPicker registry={registry} />
      </div>
    </div>
  );
}
