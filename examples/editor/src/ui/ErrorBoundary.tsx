import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error?: unknown;
}

/** Shows an error message if the page fails to render, instead of a blank page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (!("error" in this.state)) return this.props.children;
    return (
      <main className="screen" role="alert">
        <h1>Something went wrong</h1>
        <p>{String(this.state.error)}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
