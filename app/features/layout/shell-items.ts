import { useRouteLoaderData } from "@remix-run/react";
import type { OwnPages } from "@server/office/members/list-own-pages";
import type { OfficePages } from "@server/catalogue/products/office-pages";

export type ShellItem = {
  label: string;
  href: string;
  /** Where the pages below it are, if some have another address. */
  below?: string;
  /** What an instructor may type into the search instead, where the page is made by a row. */
  words?: string;
  icon:
    | "bag"
    | "calendar"
    | "card"
    | "chart"
    | "circles"
    | "copy"
    | "gear"
    | "history"
    | "home"
    | "key"
    | "list"
    | "mail"
    | "people"
    | "person"
    | "refresh"
    | "tag"
    | "video";
};

/** Returns the pages of a member: the specified ones in their order, and what this member has besides. */
export const memberItems = (role: "member" | "admin", own: OwnPages): ShellItem[] => [
  { label: "Home", href: "/dashboard", icon: "home" },
  { label: "Full Schedule", href: "/", icon: "calendar" },
  { label: "Upcoming Sessions", href: "/dashboard/sessions", icon: "circles" },
  { label: "Past Sessions", href: "/dashboard/past-sessions", icon: "history" },
  { label: "My Resources", href: "/dashboard/resources", icon: "video" },
  { label: "My Bookings", href: "/user/bookings", icon: "list" },
  ...(own.membership ? [{ label: "My Membership", href: "/user/membership", icon: "people" as const }] : []),
  ...(own.passes ? [{ label: "My Passes", href: "/user/passes", icon: "card" as const }] : []),
  ...(own.giftCards ? [{ label: "My Gift Cards", href: "/user/gift-cards", icon: "tag" as const }] : []),
  ...(role === "admin" ? [{ label: "Admin", href: "/admin", icon: "key" as const }] : []),
  { label: "Profile", href: "/dashboard/settings", icon: "person" },
];

export const adminOverview: ShellItem = { label: "Overview", href: "/admin", icon: "home" };

/** A group with a heading can be folded. */
export type ShellGroup = { heading?: string; items: ShellItem[] };

/** Returns the back office's pages, grouped by what the instructor is doing when she needs them. */
export const adminGroupsWith = (collections: OfficePages[]): ShellGroup[] => [
  { items: [adminOverview] },
  {
    heading: "Sessions",
    items: [
      { label: "Sessions", href: "/admin/sessions", icon: "calendar" },
      { label: "Bookings", href: "/admin/bookings", icon: "circles" },
      { label: "One to One", href: "/admin/one-to-one", icon: "person" },
      { label: "Categories", href: "/admin/categories", icon: "tag" },
      { label: "Your calendar", href: "/admin/calendar", icon: "calendar" },
    ],
  },
  {
    heading: "People",
    items: [
      { label: "People", href: "/admin/people", icon: "person" },
      { label: "Users", href: "/admin/users", icon: "people" },
      { label: "Newsletter", href: "/admin/newsletter", icon: "mail" },
      { label: "Mail log", href: "/admin/mails", icon: "history" },
    ],
  },
  {
    heading: "Money",
    items: [
      { label: "Orders", href: "/admin/orders", icon: "bag" },
      { label: "Payments", href: "/admin/payments", icon: "card" },
      { label: "Payouts", href: "/admin/payouts", icon: "card" },
      { label: "Invoices", href: "/admin/invoices", icon: "copy" },
      { label: "Withdrawals", href: "/admin/withdrawals", icon: "refresh" },
      { label: "Discount codes", href: "/admin/discount-codes", icon: "tag" },
      { label: "Insights", href: "/admin/insights", icon: "chart" },
    ],
  },
  { heading: "Products", items: productItems },
  { heading: "Recordings", items: recordingItems(collections) },
  {
    heading: "Your site",
    items: [
      { label: "Settings", href: "/admin/settings", icon: "gear" },
      { label: "Pages", href: "/admin/pages", icon: "copy" },
      { label: "Your profile", href: "/admin/profile", icon: "person" },
      { label: "Look", href: "/admin/look", icon: "circles" },
      { label: "On your website", href: "/admin/embeds", icon: "copy" },
      { label: "Testimonials", href: "/admin/testimonials", icon: "people" },
    ],
  },
  {
    heading: "Maintenance",
    items: [
      { label: "System", href: "/admin/system", icon: "gear" },
      { label: "Backups", href: "/admin/backups", icon: "copy" },
      { label: "Import", href: "/admin/import", icon: "list" },
      { label: "Export", href: "/admin/export", icon: "copy" },
      { label: "Jobs", href: "/admin/jobs", icon: "refresh" },
      { label: "Audit log", href: "/admin/audit", icon: "history" },
    ],
  },
];

const productItems: ShellItem[] = [
  { label: "Courses", href: "/admin/products/course", below: "/admin/courses", icon: "calendar" },
  { label: "Memberships", href: "/admin/products/membership", below: "/admin/memberships", icon: "people" },
  { label: "Passes", href: "/admin/products/pass", below: "/admin/passes", icon: "card" },
  { label: "Gift cards", href: "/admin/products/gift-card", below: "/admin/gift-cards", icon: "tag" },
];

const recordingItems = (collections: OfficePages[]): ShellItem[] => [
  ...collections.flatMap(({ library, buyers }): ShellItem[] => [
    { label: library.title, href: library.path, icon: "video", words: library.search },
    { label: buyers.title, href: buyers.path, icon: "list", words: buyers.search },
  ]),
  { label: "Collections", href: "/admin/products/collection", icon: "video" },
  { label: "Resources", href: "/admin/products/resource", icon: "copy" },
];

/** The address that the field above the menu leads to, which is no item. */
export const searchPath = "/admin/search";

/** Undefined while the layout of the back office could not be loaded. */
const useCollectionPages = (): OfficePages[] =>
  useRouteLoaderData<() => { collections: OfficePages[] }>("routes/_admin")?.collections ?? [];

/** Returns the menu of the back office, with the pages of the collections. */
export function useAdminGroups(): ShellGroup[] {
  return adminGroupsWith(useCollectionPages());
}

export const useAdminItems = (): ShellItem[] => useAdminGroups().flatMap(({ items }) => items);

type Panel = ShellItem & { text: string };

export const usePanels = (): Panel[] => panelsWith(useCollectionPages());

const panelsWith = (collections: OfficePages[]): Panel[] => [
  {
    label: "Sessions",
    href: "/admin/sessions",
    icon: "calendar",
    text: "Plan, change and cancel sessions, and see who’s coming.",
  },
  { label: "Users", href: "/admin/users", icon: "people", text: "See who has an account, and help with it." },
  { label: "Orders", href: "/admin/orders", icon: "bag", text: "What was bought, paid and refunded." },
  {
    label: "Bookings",
    href: "/admin/bookings",
    icon: "circles",
    text: "Every booked place, newest first.",
  },
  ...collections.map(({ library }): Panel => ({
    label: library.title,
    href: library.path,
    icon: "video",
    text: library.text ?? "Its recordings and their price.",
  })),
  {
    label: "Discount codes",
    href: "/admin/discount-codes",
    icon: "tag",
    text: "Codes, what they take off and who used them.",
  },
  ...collections.flatMap(({ buyers }): Panel[] =>
    buyers.text ? [{ label: buyers.title, href: buyers.path, icon: "list", text: buyers.text }] : [],
  ),
];

/** Returns the item of a page: its own, or the nearest one above it. */
export function nearestItem(path: string, items: ShellItem[]): ShellItem | undefined {
  const above = items.filter(
    ({ href, below = href }) => path === href || path.startsWith(`${href}/`) || path.startsWith(`${below}/`),
  );
  return above.toSorted((a, b) => b.href.length - a.href.length)[0];
}

/** Returns the name of the page of the back office at an address. */
export function useAdminPageName(address: string): string {
  return adminPageName(address, useAdminItems());
}

function adminPageName(address: string, items: ShellItem[]): string {
  const path = address.replace(/[?#].*/, "");
  const [, tab] = /^\/admin\/sessions\/[^/]+\/(attendees|waitlist)$/.exec(path) ?? [];
  if (tab) return tab === "attendees" ? "Attendees" : "Waitlist";
  if (path === searchPath) return "Search";
  return nearestItem(path, items)?.label ?? "Overview";
}
