export type NavigationLink = { label: string; href: string };
export type NavigationGroup = { label: string; items: NavigationLink[] };
export type NavigationItem = NavigationLink | NavigationGroup;

/** The top navigation's three parts; `account` is drawn as buttons. */
export type Navigation = { start: NavigationItem[]; end: NavigationItem[]; account: AccountLink[] };
export type AccountLink = NavigationLink & {
  /** What stands in its place in the menu below 768 px. */
  inMenu?: NavigationLink;
};

type Marketing = Record<"about" | "workshops" | "corporate" | "mothers" | "birth" | "contact", string>;
type Options = {
  marketing: Marketing;
  role: "member" | "admin" | null;
  hasPage: (path: string) => boolean;
};

/** All there is to go to, without the pages that the site does not have (yet). */
export function navigationFor({ marketing, role, hasPage }: Options): Navigation {
  const exists = ({ href }: NavigationLink) => !isInside(href) || hasPage(href);
  const existing = (items: NavigationItem[]) =>
    items.flatMap<NavigationItem>((item) => {
      if (!("items" in item)) return exists(item) ? item : [];
      const items = item.items.filter(exists);
      return items.length > 0 ? { ...item, items } : [];
    });
  return {
    start: existing(marketingItems(marketing)),
    end: existing(siteItems),
    account: accountItems(role).filter(exists),
  };
}

export const isInside = (href: string): boolean => href.startsWith("/");

/** The menu below 768 px has no groups: the site's own pages stand large, the outside ones small. */
export function flatten({ start, end }: Navigation): { inside: NavigationLink[]; outside: NavigationLink[] } {
  const links = [...end, ...start].flatMap((item) => ("items" in item ? item.items : item));
  return { inside: links.filter(({ href }) => isInside(href)), outside: links.filter(({ href }) => !isInside(href)) };
}

const marketingItems = (marketing: Marketing): NavigationItem[] => [
  { label: "About", href: marketing.about },
  {
    label: "Offering",
    items: [
      { label: "Workshops", href: marketing.workshops },
      { label: "Corporate", href: marketing.corporate },
      { label: "Mothers", href: marketing.mothers },
      { label: "Birth", href: marketing.birth },
    ],
  },
  { label: "Contact", href: marketing.contact },
];

const siteItems: NavigationItem[] = [
  { label: "Schedule", href: "/" },
  {
    label: "Recordings",
    items: [
      { label: "Stress & Sleep", href: "/stress-recordings" },
      { label: "Birth", href: "/birth-recordings" },
    ],
  },
];

const accountItems = (role: Options["role"]): AccountLink[] =>
  role === null
    ? [{ label: "Sign In", href: "/sign-in", inMenu: { label: "Join now", href: "/sign-in?tab=sign-up" } }]
    : [{ label: "Dashboard", href: "/dashboard" }, ...(role === "admin" ? [{ label: "Admin", href: "/admin" }] : [])];
