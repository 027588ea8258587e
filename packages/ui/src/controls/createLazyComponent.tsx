import { type ComponentType, type ReactElement, startTransition, useEffect, useState } from "react";

/** A component whose code is loaded when it is first rendered, or earlier with `preload`. */
export interface LazyComponent<Props> {
  (props: Props): ReactElement;
  /** Resolves when the code is loaded. If that fails, the next use tries again. */
  preload(): Promise<void>;
}

const renderNothing = (): null => null;

/**
 * Creates a component that renders `Fallback`, by default nothing, until its code is loaded. Unlike `lazy` with
 * `Suspense`, it never shows the fallback if the code was preloaded. It replaces many fallbacks in
 * small steps, so that the page stays responsive.
 */
export function createLazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = renderNothing,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    loading ??= load().then(
      (Component) => void (loaded = Component),
      () => void (loading = undefined),
    );
    return loading;
  }

  function LazyComponent(props: Props): ReactElement {
    const [Component, setComponent] = useState(() => loaded ?? Fallback);
    useEffect(() => {
      if (Component !== Fallback) return undefined;
      let isMounted = true;
      void preload().then(() => {
        if (isMounted) startTransition(() => setComponent(() => loaded ?? Fallback));
      });
      return () => void (isMounted = false);
    }, [Component]);
    return <Component {...props} />;
  }
  return Object.assign(LazyComponent, { preload });
}
