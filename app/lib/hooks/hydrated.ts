import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML and until scripting has taken the page over: for controls that do nothing without it. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
