import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { CollectionSummary } from "@server/selling/recordings/schemas";
import type { Currency } from "@server/core/money";
import type { Navigation } from "./navigation";

export type Site = {
  name: string;
  tagline: string;
  /** What the instructor has written for the home page; missing where it is empty. */
  home: { headline?: string; intro?: string; announcement?: string };
  /** Those that are not switched off. */
  collections: Pick<CollectionSummary, "path" | "title" | "hero" | "lede" | "picture">[];
  /** The name of who gives the sessions. */
  instructor: string | null;
  /** What the instructor has chosen in place of the site's own look; missing where nothing is. */
  look?: {
    stylesheet?: string;
    logo?: { path: string; width: number; height: number };
    share?: string;
  };
  /** The address without a trailing slash. */
  url: string;
  isDemo: boolean;
  contactUrl: string;
  social: { name: string; url: string };
  navigation: Navigation;
  /** The zone in which this page shows the times of online sessions. */
  timeZone: string;
  currency: Currency;
  /** The account in whose name this browser checks attendees in; null without that right. */
  checkInAccountId: string | null;
  /** The account that an admin is signed in to as its user; the name is null once that hour is over. */
  impersonation: { fullName: string | null } | null;
  /** Whether a payment for the visitor's membership could not be taken yet. */
  isPaymentDue: boolean;
  /** A mark that forms send, so that their kept input is returned to this account only; null for visitors. */
  accountMark: string | null;
};

export const impersonationPath = "/impersonation";

const postsWhileImpersonating = [impersonationPath, "/sign-out", "/currency"];

/** Returns whether a form's post is refused, because an admin is signed in to someone else's account. */
export function useIsPostRefused(action: string): boolean {
  const isImpersonating = Boolean(useSite()?.impersonation);
  return isImpersonating && !postsWhileImpersonating.includes(action.replace(/[?#].*/, ""));
}

const formAddresses =
  /^\/(sessions\/[^/]+\/(book|share|waitlist)|bookings\/[^/]+\/(cancel|move)|dashboard\/settings\/|update-password)|[?&]purchase=true/;

/** Returns whether a link leads to nothing but a form that is refused. */
export function useIsLinkRefused(to: unknown): boolean {
  const isImpersonating = Boolean(useSite()?.impersonation);
  return isImpersonating && typeof to === "string" && formAddresses.test(to);
}

/** Returns the site; undefined only if the root's loader has failed. */
export const useSite = (): Site | undefined => useRouteLoaderData<() => Site>("root");

/** Returns whether a dialog is open over the page: a route of its own, or one that the page's address opens. */
export const useIsBehindDialog = (): boolean => useMatches().some((match) => isDialog(match) || showsDialog(match));

export const usePagePath = (): string => useMatches().findLast((match) => !isDialog(match))?.pathname ?? "";

const isDialog = ({ handle }: { handle: unknown }): boolean =>
  typeof handle === "object" && handle !== null && "isDialog" in handle;

/** The handle of a page whose address may open a dialog: its loader returns `dialog`, null for none. */
export const opensDialog = { opensDialog: true };

function showsDialog({ handle, data }: { handle: unknown; data: unknown }): boolean {
  if (typeof handle !== "object" || handle === null || !("opensDialog" in handle)) return false;
  return typeof data === "object" && data !== null && "dialog" in data && data.dialog !== null;
}

/** Makes what is behind a dialog inert. React 18 knows `inert` as a plain attribute only. */
export const inertIf = (isInert: boolean): { inert?: "" } => (isInert ? { inert: "" } : {});
