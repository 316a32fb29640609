import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { Currency } from "@server/core/money";
import type { Navigation } from "./navigation";

/** What every page knows of the site, from the root's loader. */
export type Site = {
  name: string;
  /** One sentence on what there is here. */
  tagline: string;
  /** Without a slash at its end. */
  url: string;
  isDemo: boolean;
  contactUrl: string;
  social: { name: string; url: string };
  navigation: Navigation;
  /** The zone in which this page shows the times of online sessions. */
  timeZone: string;
  /** In which prices are shown to this visitor. */
  currency: Currency;
  /** In whose name this browser checks attendees in; null where nobody may. */
  checkInAccountId: string | null;
  /** Whose account the instructor looks at, where she does; no name once her hour in it is over. */
  impersonation: { fullName: string | null } | null;
  /** What forms carry, so that what is typed into them is kept for this account only; null for visitors. */
  accountMark: string | null;
};

/** Where the instructor comes back from a member's account. */
export const impersonationPath = "/impersonation";

/** Undefined only where the root's loader itself has failed. */
export const useSite = (): Site | undefined => useRouteLoaderData<() => Site>("root");

/** Whether a dialog lies over the page: a route that is one, or a page that shows one of its own. */
export const useIsBehindDialog = (): boolean => useMatches().some((match) => isDialog(match) || showsDialog(match));

/** The address of the page itself, whatever dialog lies over it. */
export const usePagePath = (): string => useMatches().findLast((match) => !isDialog(match))?.pathname ?? "";

const isDialog = ({ handle }: { handle: unknown }): boolean =>
  typeof handle === "object" && handle !== null && "isDialog" in handle;

/** The handle of a page whose address may open a dialog over it: its loader answers `dialog`, null for none. */
export const opensDialog = { opensDialog: true };

function showsDialog({ handle, data }: { handle: unknown; data: unknown }): boolean {
  if (typeof handle !== "object" || handle === null || !("opensDialog" in handle)) return false;
  return typeof data === "object" && data !== null && "dialog" in data && data.dialog !== null;
}

/** Takes what is behind a dialog out of reach. React 18 knows `inert` as a plain attribute only. */
export const inertIf = (isInert: boolean): { inert?: "" } => (isInert ? { inert: "" } : {});
