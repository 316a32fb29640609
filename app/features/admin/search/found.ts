import type { OfficeSearch } from "@server/office/operations/search-office";
import { heldPassesPath, heldPassPath, orderAddress, soldCardPath } from "~/features/admin/admin-paths";
import { searchPath, type ShellGroup } from "~/features/layout/shell-items";
import { listAddress } from "~/lib/list-address";
import { findPages } from "./find-pages";
import { officePagesIn } from "./office-pages";

/** The server cuts off what is longer. */
export const longestSearch = 100;

export const searchAddress = (search: string): string => listAddress(searchPath, { q: search.trim() });

type FoundLink = { href: string; label: string; note: string };

/** `more` leads to the list that has the others. */
export type FoundGroup = { heading: string; links: FoundLink[]; more?: { href: string; label: string } | undefined };

/** Returns what a search finds, by kind, without kinds of which there is nothing. */
export function foundOf(search: string, records: OfficeSearch | null, menu: ShellGroup[]): FoundGroup[] {
  const pages = findPages(search, officePagesIn(menu)).map(({ href, label, group }) => ({ href, label, note: group }));
  return [{ heading: "Pages", links: pages }, ...(records ? recordGroups(search, records) : [])].filter(
    ({ links }) => links.length > 0,
  );
}

function recordGroups(
  search: string,
  { people, users, sessions, orders, passes, giftCards }: OfficeSearch,
): FoundGroup[] {
  const linkTo = (path: string, label: string) => ({ href: listAddress(path, { search }), label });
  return [
    {
      heading: "People",
      links: people.items.map(({ key, name, email }) => ({ href: `/admin/people/${key}`, label: name, note: email })),
      more: people.hasMore ? linkTo("/admin/people", "All people found") : undefined,
    },
    {
      heading: "Users without bookings",
      links: users.items.map(({ id, name, email }) => ({ href: `/admin/users/${id}`, label: name, note: email })),
      more: users.hasMore ? linkTo("/admin/users", "All users found") : undefined,
    },
    {
      heading: "Sessions",
      links: sessions.items.map(({ id, title, date, isDraft, isCancelled }) => ({
        href: `/admin/sessions/${id}`,
        label: title,
        note: [date, isDraft && "draft", isCancelled && "cancelled"].filter(Boolean).join(", "),
      })),
      more: sessions.hasMore ? linkTo("/admin/sessions", "All sessions found") : undefined,
    },
    {
      heading: "Orders",
      links: orders.items.map(({ kind, id, reference, customer, item }) => ({
        href: orderAddress({ kind, id }, null, { back: searchAddress(search) }),
        label: `${reference}, ${customer}`,
        note: item,
      })),
      more: undefined,
    },
    {
      heading: "Passes",
      links: passes.items.map(({ id, title, holder, left }) => ({
        href: heldPassPath(id),
        label: `${title} of ${holder}`,
        note: left,
      })),
      more: passes.hasMore ? linkTo(heldPassesPath, "All passes found") : undefined,
    },
    {
      heading: "Gift cards",
      links: giftCards.items.map(({ id, name, giver, left }) => ({
        href: soldCardPath(id),
        label: `${name.replace(/^g/, "G")} from ${giver}`,
        note: left,
      })),
      more: undefined,
    },
  ];
}
