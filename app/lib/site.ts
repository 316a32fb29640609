import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { Navigation } from "./navigation";

/** What every page knows of the site, from the root's loader. */
export type Site = {
  name: string;
  /** Without a slash at its end. */
  url: string;
  isDemo: boolean;
  contactUrl: string;
  social: { name: string; url: string };
  navigation: Navigation;
  /** The zone in which this page shows the times of online sessions. */
  timeZone: string;
};

/** Undefined only where the root's loader itself has failed. */
export const useSite = (): Site | undefined => useRouteLoaderData<() => Site>("root");

/** Whether a route that is a dialog lies over the page. */
export const useIsBehindDialog = (): boolean => useMatches().some(isDialog);

/** The address of the page itself, whatever dialog lies over it. */
export const usePagePath = (): string => useMatches().findLast((match) => !isDialog(match))?.pathname ?? "";

const isDialog = ({ handle }: { handle: unknown }): boolean =>
  typeof handle === "object" && handle !== null && "isDialog" in handle;

/** Takes what is behind a dialog out of reach. React 18 knows `inert` as a plain attribute only. */
export const inertIf = (isInert: boolean): { inert?: "" } => (isInert ? { inert: "" } : {});
