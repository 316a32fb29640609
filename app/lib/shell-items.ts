/** A place in a sidebar. */
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

type Options = { role: "member" | "admin"; hasPage: (path: string) => boolean };

/** The member's sidebar, without the pages that the site does not have (yet). */
export const memberItems = ({ role, hasPage }: Options): ShellItem[] =>
  [
    { label: "Home", href: "/dashboard", icon: "home" as const },
    { label: "Full Schedule", href: "/", icon: "calendar" as const },
    { label: "Upcoming Sessions", href: "/dashboard/sessions", icon: "circles" as const },
    { label: "Past Sessions", href: "/dashboard/past-sessions", icon: "history" as const },
    { label: "My Resources", href: "/dashboard/resources", icon: "video" as const },
    ...(role === "admin" ? [{ label: "Admin", href: "/admin", icon: "key" as const }] : []),
    { label: "Profile", href: "/dashboard/settings", icon: "person" as const },
  ].filter(({ href }) => hasPage(href));

type AdminOptions = Pick<Options, "hasPage">;

/** The instructor's sidebar, likewise: what she needs every day. */
export const adminItems = ({ hasPage }: AdminOptions): ShellItem[] =>
  [
    { label: "Overview", href: "/admin", icon: "home" as const },
    { label: "Sessions", href: "/admin/sessions", icon: "calendar" as const },
    { label: "Users", href: "/admin/users", icon: "people" as const },
    { label: "Orders", href: "/admin/orders", icon: "bag" as const },
    { label: "Birth recordings", href: "/admin/birth-recordings", icon: "video" as const },
    { label: "Stress recordings", href: "/admin/stress-recordings", icon: "video" as const },
    { label: "Birth purchases", href: "/admin/birth-purchases", icon: "list" as const },
    { label: "Discount codes", href: "/admin/discount-codes", icon: "tag" as const },
  ].filter(({ href }) => hasPage(href));

/** And what she needs now and then, under a heading of its own. */
export const furtherAdminItems = ({ hasPage }: AdminOptions): ShellItem[] =>
  [
    { label: "Bookings", href: "/admin/bookings", icon: "circles" as const },
    { label: "Stress purchases", href: "/admin/stress-purchases", icon: "list" as const },
    { label: "Resources", href: "/admin/resources", icon: "copy" as const },
    { label: "Categories", href: "/admin/categories", icon: "tag" as const },
    { label: "Insights", href: "/admin/insights", icon: "chart" as const },
    { label: "Payments", href: "/admin/payments", icon: "card" as const },
    { label: "Mail log", href: "/admin/mails", icon: "mail" as const },
    { label: "Audit log", href: "/admin/audit", icon: "history" as const },
    { label: "Jobs", href: "/admin/jobs", icon: "refresh" as const },
    { label: "Settings", href: "/admin/settings", icon: "gear" as const },
  ].filter(({ href }) => hasPage(href));

export type Panel = ShellItem & { text: string };

/** What the overview leads to. */
export const adminPanels = ({ hasPage }: AdminOptions): Panel[] =>
  [
    {
      label: "Sessions",
      href: "/admin/sessions",
      icon: "calendar" as const,
      text: "Plan, change and cancel, and see who comes.",
    },
    { label: "Users", href: "/admin/users", icon: "people" as const, text: "Who has an account, and help with it." },
    { label: "Orders", href: "/admin/orders", icon: "bag" as const, text: "What was bought, paid and refunded." },
    {
      label: "Bookings",
      href: "/admin/bookings",
      icon: "circles" as const,
      text: "Every place that was booked, the newest first.",
    },
    {
      label: "Birth recordings",
      href: "/admin/birth-recordings",
      icon: "video" as const,
      text: "The birth preparation series and its price.",
    },
    {
      label: "Stress recordings",
      href: "/admin/stress-recordings",
      icon: "video" as const,
      text: "The stress and sleep series and its price.",
    },
    {
      label: "Discount codes",
      href: "/admin/discount-codes",
      icon: "tag" as const,
      text: "Codes, what they give and who used them.",
    },
    {
      label: "Birth purchases",
      href: "/admin/birth-purchases",
      icon: "list" as const,
      text: "Who can watch the birth series.",
    },
  ].filter(({ href }) => hasPage(href));
