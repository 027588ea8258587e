import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error?: unknown;
}

/** Shows an error message if the page fails to render, instead of a blank page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (!("error" in this.state)) return this.props.children;
    return (
      <main className="screen" role="alert">
        <h1>Something went wrong</h1>
        <p>{String(this.state.error)}</p>
        <button type="button" className="acp-button" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
