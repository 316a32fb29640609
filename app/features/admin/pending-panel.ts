import { adminItems, furtherAdminItems } from "../layout/shell-items";

/** Whether the page that is wanted stands within the one that is shown: the same list, session tabs, or a code's dialog. */
export const isSamePanel = (shown: string, wanted: string): boolean => panelOf(shown) === panelOf(wanted);

function panelOf(path: string): string {
  const [, session] = /^\/admin\/sessions\/([^/]+)(?:\/(?:attendees|waitlist))?\/?$/.exec(path) ?? [];
  if (session && session !== "new") return session;
  if (/^\/admin\/discount-codes(\/[^/]+)?\/?$/.test(path)) return "codes";
  return path;
}

/** What a page that is on its way is called: a list by its own name. */
export const pendingTitle = (path: string): string =>
  [...adminItems, ...furtherAdminItems].find(({ href }) => href === path)?.label ?? "One moment";
