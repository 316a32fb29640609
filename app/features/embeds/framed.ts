import { useMatches } from "@remix-run/react";

/** The handle of pages that other websites frame: their documents have no scripts but the one that tells their height. */
export const framed = { isFramed: true };

type FramedDocument = {
  /** Replaces the site's own colours. */
  stylesheet: string | null;
  /** Replaces the system's theme. */
  theme: "light" | "dark" | null;
};

/** Returns what the document of a framed page needs; null on all other pages. */
export function useFramedDocument(): FramedDocument | null {
  const match = useMatches().find(
    ({ handle }) => typeof handle === "object" && handle !== null && "isFramed" in handle,
  );
  if (!match) return null;
  const { stylesheet = null, theme = null } = (match.data ?? {}) as Partial<FramedDocument>;
  return { stylesheet, theme };
}
