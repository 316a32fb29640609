/** A place in a sidebar. */
export type ShellItem = {
  label: string;
  href: string;
  icon: "home" | "calendar" | "circles" | "history" | "video" | "key" | "person" | "card";
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

/** The instructor's sidebar, likewise. */
export const adminItems = ({ hasPage }: Pick<Options, "hasPage">): ShellItem[] =>
  [
    { label: "Overview", href: "/admin", icon: "home" as const },
    { label: "Payments", href: "/admin/payments", icon: "card" as const },
  ].filter(({ href }) => hasPage(href));
