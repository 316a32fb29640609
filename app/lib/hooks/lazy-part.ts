import { lazy, type ComponentType } from "react";

/** A part of the page that is loaded when first shown; `Fallback` stands in for it where it can't be loaded. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Fallback: ComponentType<Props>,
) => lazy(() => load().catch(() => ({ default: Fallback })));
