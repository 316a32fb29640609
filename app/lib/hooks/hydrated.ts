import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML and until hydration: for controls that need scripting. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
