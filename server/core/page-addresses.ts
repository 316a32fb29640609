import { z } from "zod";

/** Pages with an address of their own; what `builtIn` says is shown until something else is published. */
export const fixedPages = {
  about: { title: "About", place: "menu", isBuiltIn: false },
  faq: { title: "Questions and answers", place: "footer", isBuiltIn: false },
  privacy: { title: "Privacy", place: "footer", isBuiltIn: false },
  terms: { title: "Terms", place: "footer", isBuiltIn: false },
  accessibility: { title: "Accessibility", place: "footer", isBuiltIn: true },
  "breathwork-for-birth": { title: "Breathwork for Birth", place: "none", isBuiltIn: true },
} as const satisfies Record<string, { title: string; place: "menu" | "footer" | "none"; isBuiltIn: boolean }>;

export type FixedPage = keyof typeof fixedPages;

export const isFixedPage = (slug: string): slug is FixedPage => Object.hasOwn(fixedPages, slug);

/** Names that would be taken for another part of the site. */
const reserved = [
  ...["new", "pages", "home", "index", "admin", "api", "app", "assets", "build", "dashboard", "user", "users", "dev"],
  ...["sign-in", "sign-up", "sign-out", "login", "logout", "account", "password", "reset-password", "verify-email"],
  ...[
    "bookings",
    "booking",
    "find-booking",
    "booking-confirmation",
    "sessions",
    "session",
    "live-sessions",
    "join",
    "waitlist",
  ],
  ...["recordings", "collections", "resources", "calendar", "currency", "unsubscribe", "announcements", "withdraw"],
  ...[
    "media",
    "share",
    "webhooks",
    "checkout",
    "pay",
    "payment",
    "payment-left",
    "setup",
    "settings",
    "system",
    "robots",
    "sitemap",
  ],
];

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const pageSlug = z.string().max(60).regex(slugForm);

/** The address of a new page. Fixed pages are there already. */
export const newPageSlug = z
  .string({ error: "Enter an address" })
  .trim()
  .toLowerCase()
  .min(1, "Enter an address")
  .max(60, "Please keep it to 60 characters")
  .regex(slugForm, "Use small letters, numbers and hyphens only, such as what-to-bring")
  .refine(
    (slug) => !reserved.includes(slug) && !slug.endsWith("-recordings") && !isFixedPage(slug),
    "This address is used by the site. Choose another",
  );

export const pagePath = (slug: string): string => (isFixedPage(slug) ? `/${slug}` : `/pages/${slug}`);

/** Bookings, purchases and accounts agree to these. */
export const legalPages: readonly string[] = ["terms", "privacy"] satisfies FixedPage[];

export const isLegalPage = ({ slug }: { slug: string }): boolean => legalPages.includes(slug);

export type PublishedPage = {
  slug: string;
  path: string;
  title: string;
  place: "menu" | "footer" | "none";
  orderIndex: number;
  /** 0 for a text that came with the site. */
  version: number;
};

/** Adds the built-in pages that nothing has replaced, and sorts by order and title. */
export function publishedPages(own: Omit<PublishedPage, "path">[]): PublishedPage[] {
  const builtIn = Object.entries(fixedPages)
    .filter(([slug, { isBuiltIn }]) => isBuiltIn && own.every((page) => page.slug !== slug))
    .map(([slug, { title, place }]) => ({ slug, title, place, orderIndex: 0, version: 0 }));
  return [...own, ...builtIn]
    .map((page) => ({ ...page, path: pagePath(page.slug) }))
    .toSorted((a, b) => a.orderIndex - b.orderIndex || a.title.localeCompare(b.title, "en"));
}
