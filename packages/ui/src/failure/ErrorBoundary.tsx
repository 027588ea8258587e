import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Renders in place of the children after they have thrown. `retry` renders them again. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  /** The children are also rendered again when this value changes. */
  readonly content?: unknown;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly content: unknown;
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * Keeps an error inside of a part of the panel. React reports it to `onCaughtError` of the root. It is a
 * class, because React has no hook for this.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = {
    content: this.props.content,
    failure: undefined,
  };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { content }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return Object.is(content, state.content) ? null : { content, failure: undefined };
  }

  private readonly retry = (): void => this.setState({ failure: undefined });

  override render(): ReactNode {
    const { fallback, children } = this.props;
    const { failure } = this.state;
    return failure === undefined ? children : fallback(failure.error, this.retry);
  }
}
