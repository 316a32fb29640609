import type { CollectionSummary } from "@server/selling/recordings/schemas";
import type { PublishedPage } from "@server/core/page-addresses";
import { signInAddress } from "./sign-in-address";

type NavigationLink = { label: string; href: string };
type NavigationGroup = { label: string; items: NavigationLink[] };
export type NavigationItem = NavigationLink | NavigationGroup;

export type Navigation = {
  start: NavigationItem[];
  end: NavigationItem[];
  account: AccountLink[];
  footer: NavigationLink[];
  /** Published terms and privacy policy, to which bookings, purchases and accounts agree. */
  legal: NavigationLink[];
};
type AccountLink = NavigationLink & {
  /** Stands before the item in the menu below 768 px. */
  inMenu?: NavigationLink;
};

const home = "/";

/** An empty address is not linked. */
type MarketingAddresses = Record<"about" | "workshops" | "corporate" | "mothers" | "birth" | "contact", string>;
type Options = {
  marketing: MarketingAddresses;
  pages: Pick<PublishedPage, "slug" | "path" | "title" | "place">[];
  /** Those with recordings that are not switched off are linked. */
  collections: Pick<CollectionSummary, "menu" | "menuIndex" | "path" | "isShown">[];
  /** Whether some pass is on sale. */
  hasPasses?: boolean;
  /** Whether some membership can be joined. */
  hasMemberships?: boolean;
  /** Whether some gift card is on sale. */
  hasGiftCards?: boolean;
  /** Whether some one-to-one offer can be booked. */
  hasOneToOne?: boolean;
  role: "member" | "admin" | null;
  /** The current page, to which signing in leads back. */
  from: string;
};

export const navigationFor = ({ marketing, pages, role, from, ...sold }: Options): Navigation => ({
  start: marketingItems(marketing, pages),
  end: siteItems(sold),
  account: accountItems(role, from),
  footer: pages.filter(({ place }) => place === "footer").map(linkTo),
  legal: pages.filter(({ slug }) => slug === "terms" || slug === "privacy").map(linkTo),
});

const linkTo = ({ title, path }: Pick<PublishedPage, "path" | "title">): NavigationLink => ({
  label: title,
  href: path,
});

/** Tells addresses apart that the server has checked. Browsers read a backslash as a slash. */
export const isInside = (href: string): boolean => /^\/(?![/\\])/.test(href);

function marketingItems(marketing: MarketingAddresses, pages: Options["pages"]): NavigationItem[] {
  // An outside page about the instructor takes the place of their own one.
  const own = pages.filter(({ slug, place }) => place === "menu" && !(slug === "about" && marketing.about));
  const offering = [
    { label: "Workshops", href: marketing.workshops },
    { label: "Corporate", href: marketing.corporate },
    { label: "Mothers", href: marketing.mothers },
    { label: "Birth", href: marketing.birth },
  ].filter(({ href }) => href);
  return [
    ...(marketing.about ? [{ label: "About", href: marketing.about }] : []),
    ...own.map(linkTo),
    ...(offering.length > 0 ? [{ label: "Offering", items: offering }] : []),
    { label: "Contact", href: marketing.contact },
  ];
}

type SoldThings = Pick<Options, "collections" | "hasMemberships" | "hasPasses" | "hasGiftCards" | "hasOneToOne">;

function siteItems({ collections, ...sold }: SoldThings): NavigationItem[] {
  const items = collections
    .filter(({ isShown }) => isShown)
    .toSorted((a, b) => a.menuIndex - b.menuIndex)
    .map(({ menu: label, path: href }) => ({ label, href }));
  const recordings = { label: "Recordings", items: [...items, { label: "Learning Resources", href: "/resources" }] };
  const prices = priceItems(sold);
  return [
    { label: "Schedule", href: home },
    recordings,
    ...(prices.length > 0 ? [{ label: "Prices", items: prices }] : []),
  ];
}

/** What is sold besides places and recordings. */
const priceItems = (sold: Omit<SoldThings, "collections">): NavigationLink[] => [
  ...(sold.hasMemberships ? [{ label: "Memberships", href: "/memberships" }] : []),
  ...(sold.hasPasses ? [{ label: "Passes", href: "/passes" }] : []),
  ...(sold.hasGiftCards ? [{ label: "Gift Cards", href: "/gift-cards" }] : []),
  ...(sold.hasOneToOne ? [{ label: "One to One", href: "/one-to-one" }] : []),
];

function accountItems(role: Options["role"], from: string): AccountLink[] {
  if (role === null) {
    // Signing in on the schedule, where most visitors arrive, leads to the dashboard.
    const query = new URLSearchParams(from === home ? {} : { returnTo: from });
    const join = { label: "Join now", href: signInAddress(query, { tab: "sign-up" }) };
    return [{ label: "Sign In", href: signInAddress(query), inMenu: join }];
  }
  const admin = role === "admin" ? [{ label: "Admin", href: "/admin" }] : [];
  return [{ label: "Dashboard", href: "/dashboard" }, ...admin];
}
