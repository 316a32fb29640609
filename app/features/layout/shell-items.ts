export type ShellItem = {
  label: string;
  href: string;
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

export const memberItems = (role: "member" | "admin"): ShellItem[] => [
  { label: "Home", href: "/dashboard", icon: "home" },
  { label: "Full Schedule", href: "/", icon: "calendar" },
  { label: "My bookings", href: "/user/bookings", icon: "list" },
  { label: "Upcoming Sessions", href: "/dashboard/sessions", icon: "circles" },
  { label: "Past Sessions", href: "/dashboard/past-sessions", icon: "history" },
  { label: "My Resources", href: "/dashboard/resources", icon: "video" },
  ...(role === "admin" ? [{ label: "Admin", href: "/admin", icon: "key" as const }] : []),
  { label: "Profile", href: "/dashboard/settings", icon: "person" },
];

export const adminOverview: ShellItem = { label: "Overview", href: "/admin", icon: "home" };

/** A group with a heading can be folded. */
export type ShellGroup = { heading?: string; items: ShellItem[] };

/** Grouped by what the instructor is doing when she needs the page. */
export const adminGroups: ShellGroup[] = [
  { items: [adminOverview] },
  {
    heading: "Sessions",
    items: [
      { label: "Sessions", href: "/admin/sessions", icon: "calendar" },
      { label: "Bookings", href: "/admin/bookings", icon: "circles" },
      { label: "Categories", href: "/admin/categories", icon: "tag" },
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
      { label: "Withdrawals", href: "/admin/withdrawals", icon: "refresh" },
      { label: "Discount codes", href: "/admin/discount-codes", icon: "tag" },
      { label: "Insights", href: "/admin/insights", icon: "chart" },
    ],
  },
  {
    heading: "Recordings",
    items: [
      { label: "Birth recordings", href: "/admin/birth-recordings", icon: "video" },
      { label: "Birth purchases", href: "/admin/birth-purchases", icon: "list" },
      { label: "Stress recordings", href: "/admin/stress-recordings", icon: "video" },
      { label: "Stress purchases", href: "/admin/stress-purchases", icon: "list" },
      { label: "Resources", href: "/admin/resources", icon: "copy" },
    ],
  },
  {
    heading: "Your site",
    items: [
      { label: "Settings", href: "/admin/settings", icon: "gear" },
      { label: "Pages", href: "/admin/pages", icon: "copy" },
      { label: "Your profile", href: "/admin/profile", icon: "person" },
      { label: "Look", href: "/admin/look", icon: "circles" },
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

/** Not an item: the field above the menu leads to it. */
export const searchPath = "/admin/search";

export const adminItems: ShellItem[] = adminGroups.flatMap(({ items }) => items);

type Panel = ShellItem & { text: string };

export const adminPanels: Panel[] = [
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
  {
    label: "Birth recordings",
    href: "/admin/birth-recordings",
    icon: "video",
    text: "The birth preparation series and its price.",
  },
  {
    label: "Stress recordings",
    href: "/admin/stress-recordings",
    icon: "video",
    text: "The stress and sleep series and its price.",
  },
  {
    label: "Discount codes",
    href: "/admin/discount-codes",
    icon: "tag",
    text: "Codes, what they take off and who used them.",
  },
  {
    label: "Birth purchases",
    href: "/admin/birth-purchases",
    icon: "list",
    text: "Who can watch the birth series.",
  },
];

/** Returns the item of a page: its own, or the nearest one above it. */
export function nearestItem(path: string, items: ShellItem[]): ShellItem | undefined {
  const above = items.filter(({ href }) => path === href || path.startsWith(`${href}/`));
  return above.toSorted((one, other) => other.href.length - one.href.length)[0];
}

export function adminPageName(address: string): string {
  const path = address.replace(/[?#].*/, "");
  const [, tab] = /^\/admin\/sessions\/[^/]+\/(attendees|waitlist)$/.exec(path) ?? [];
  if (tab) return tab === "attendees" ? "Attendees" : "Waitlist";
  if (path === searchPath) return "Search";
  return nearestItem(path, adminItems)?.label ?? "Overview";
}
