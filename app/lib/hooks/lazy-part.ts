import { lazy, type ComponentType } from "react";

/** Loads a component when it is first shown; renders `Fallback` if it can't be loaded. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props>,
) => lazy(() => load().catch(() => ({ default: Fallback })));
