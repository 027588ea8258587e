import type { ReactElement, ReactNode } from "react";
import { ErrorBoundary } from "./ErrorBoundary.js";
import { FailedPart } from "./FailedPart.js";

/** Keeps an error inside of a part of the panel that has no content, such as a dock. */
export function PartBoundary({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <ErrorBoundary fallback={(error, retry) => <FailedPart error={error} onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}
