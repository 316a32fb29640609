import { anAccount } from "../../../support/accounts";
import { PlainBrowser, type Page } from "../../../support/browser-without-javascript";
import { readManifest } from "../../../support/built-site";
import { expect, test } from "../../../support/admin-over-http";
import { signIn } from "../../../support/recordings-http";

type Admits = "everybody" | "members" | "admins";

/** Every page of the site and the actors it is shown to. */
const pages: Record<string, Admits> = {
  "/": "everybody",
  "/*": "everybody",
  "/live-sessions": "everybody",
  "/session/:id": "everybody",
  "/sessions/:id": "everybody",
  "/sessions/:id/book": "everybody",
  "/sessions/:id/share": "everybody",
  "/sessions/:id/waitlist": "everybody",
  "/announcements/:id": "everybody",
  "/unsubscribe/:id": "everybody",
  "/waitlist/:id": "everybody",
  "/waitlist/:id/accept": "everybody",
  "/booking-confirmation": "everybody",
  "/payment-left/:kind/:id": "everybody",
  "/admin/sessions/:id/attendees/:bookingId/cancel-ticket/:ticketId": "admins",
  "/find-booking": "everybody",
  "/withdraw": "everybody",
  // Only for the holder of a mailed key, or for the member it belongs to.
  "/bookings/:id": "everybody",
  "/bookings/:id/cancel": "everybody",
  "/bookings/:id/move": "everybody",
  "/join/:id": "everybody",
  "/currency": "everybody",
  "/calendar.ics": "everybody",
  "/feed.json": "everybody",
  "/feed.xml": "everybody",
  "/sitemap.xml": "everybody",
  "/robots.txt": "everybody",
  "/manifest.webmanifest": "everybody",
  "/.well-known/security.txt": "everybody",
  "/calendar/:file": "everybody",
  "/sessions/:id/calendar.ics": "everybody",
  "/bookings/:id/calendar.ics": "everybody",
  "/birth-recordings": "everybody",
  "/birth-recordings/:id": "everybody",
  "/stress-recordings": "everybody",
  "/stress-recordings/:id": "everybody",
  "/breathwork-for-birth": "everybody",
  "/about": "everybody",
  "/faq": "everybody",
  "/privacy": "everybody",
  "/terms": "everybody",
  "/accessibility": "everybody",
  "/pages/:slug": "everybody",
  "/resources": "everybody",
  "/resources/:id": "everybody",
  "/set-up": "everybody",
  "/sign-in": "everybody",
  "/sign-in/code": "everybody",
  "/sign-in/link": "everybody",
  "/sign-out": "everybody",
  "/verify-email": "everybody",
  "/reset-password": "everybody",
  "/sign-in-link": "everybody",
  "/change-email": "everybody",
  "/impersonation": "everybody",
  "/update-password": "members",
  "/dashboard": "members",
  "/dashboard/sessions": "members",
  "/dashboard/past-sessions": "members",
  // The only member page that answers visitors: it offers to sign in and shows nothing else.
  "/dashboard/resources": "everybody",
  "/user/sessions": "members",
  "/user/bookings": "members",
  "/user/bookings/:id/receipt": "members",
  "/user/purchases/:id/receipt": "members",
  "/dashboard/settings": "members",
  "/dashboard/settings/calendar-feed": "members",
  "/dashboard/settings/delete": "members",
  "/dashboard/settings/announcements": "members",
  "/dashboard/settings/devices": "members",
  "/dashboard/settings/my-data.json": "members",
  "/dashboard/settings/password": "members",
  "/dashboard/settings/recovery-codes": "members",
  "/dashboard/settings/second-factor": "members",
  "/dashboard/settings/second-factor/off": "members",
  "/user/settings": "members",
  "/admin": "admins",
  "/admin/search": "admins",
  "/admin/payments": "admins",
  "/admin/payouts": "admins",
  "/admin/payouts/:id": "admins",
  "/admin/birth-recordings": "admins",
  "/admin/stress-recordings": "admins",
  "/admin/:library/new": "admins",
  "/admin/:library/:id": "admins",
  "/admin/:library/:id/delete": "admins",
  "/admin/resources": "admins",
  "/admin/resources/new": "admins",
  "/admin/resources/:id": "admins",
  "/admin/resources/:id/delete": "admins",
  "/admin/categories": "admins",
  "/admin/categories/:id": "admins",
  "/admin/categories/:id/delete": "admins",
  "/admin/discount-codes": "admins",
  "/admin/discount-codes/new": "admins",
  "/admin/discount-codes/:id": "admins",
  "/admin/discount-codes/:id/delete": "admins",
  "/admin/orders": "admins",
  "/admin/orders.csv": "admins",
  "/admin/orders/:kind/:id": "admins",
  "/admin/orders/:kind/:id/status": "admins",
  "/admin/orders/:kind/:id/refund": "admins",
  "/admin/orders/:kind/:id/returned": "admins",
  "/admin/orders/booking/:id/move": "admins",
  "/admin/orders/booking/:id/confirmation": "admins",
  "/admin/orders/:kind/:id/sync": "admins",
  "/admin/bookings": "admins",
  "/admin/withdrawals": "admins",
  "/admin/withdrawals/:id": "admins",
  "/admin/birth-purchases": "admins",
  "/admin/stress-purchases": "admins",
  "/admin/purchases/:id/delete": "admins",
  "/admin/purchases/grant": "admins",
  "/admin/audit": "admins",
  "/admin/insights": "admins",
  "/admin/jobs": "admins",
  "/admin/backups": "admins",
  "/admin/backups/:id": "admins",
  "/admin/backups/:id/file": "admins",
  "/admin/export": "admins",
  "/admin/export/file": "admins",
  "/admin/import": "admins",
  "/admin/import/:id": "admins",
  "/admin/mails": "admins",
  "/admin/system": "admins",
  "/admin/mails/:id": "admins",
  "/admin/settings": "admins",
  "/admin/profile": "admins",
  "/admin/look": "admins",
  "/admin/pages": "admins",
  "/admin/pages/new": "admins",
  "/admin/pages/:slug": "admins",
  "/admin/pages/:slug/delete": "admins",
  "/admin/pages/:slug/versions/:number": "admins",
  "/admin/testimonials": "admins",
  "/admin/testimonials/new": "admins",
  "/admin/testimonials/:id": "admins",
  "/admin/testimonials/:id/:step": "admins",
  "/admin/newsletter": "admins",
  "/admin/newsletter.csv": "admins",
  "/admin/newsletter/new": "admins",
  "/admin/people": "admins",
  "/admin/people.csv": "admins",
  "/admin/people/:id": "admins",
  "/admin/people/:id/export.json": "admins",
  "/admin/users": "admins",
  "/admin/users/:id": "admins",
  "/admin/users/:id/delete": "admins",
  "/admin/users/:id/login": "admins",
  "/admin/users/:id/password": "admins",
  "/admin/users/:id/reset": "admins",
  "/admin/sessions": "admins",
  "/admin/sessions/new": "admins",
  "/admin/sessions/:id": "admins",
  "/admin/sessions/:id/attendees": "admins",
  "/admin/sessions/:id/waitlist": "admins",
  "/admin/sessions/:id/edit": "admins",
  "/admin/sessions/:id/delete": "admins",
  "/admin/sessions/:id/recording": "admins",
  "/admin/sessions/:id/message": "admins",
  "/admin/sessions/:id/check-in": "admins",
  "/admin/sessions/:id/add-attendee": "admins",
  "/admin/sessions/:id/attendees/:bookingId/address": "admins",
  "/admin/sessions/:id/attendees/:bookingId/paid": "admins",
  "/admin/sessions/:id/attendees/:bookingId/remove": "admins",
  "/admin/sessions/:id/waitlist/:entryId/offer": "admins",
  "/admin/sessions/:id/waitlist/:entryId/remove": "admins",
};

/** Returns the addresses of the app's routes as they were built, without layouts. */
function routePaths(): string[] {
  const { routes } = readManifest();
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ""}` : "";
  };
  const screens = Object.values(routes).filter(({ id, index, path }) => id !== "root" && (index || path !== undefined));
  return [...new Set(screens.map(({ id }) => pathOf(id) || "/"))];
}

/** Has another browser's cookies. Does not open the two pages that the refused are sent to again and again. */
class Caller extends PlainBrowser {
  constructor(readonly cookies: PlainBrowser) {
    super(cookies.site);
  }

  override get headers() {
    return this.cookies.headers;
  }

  protected override follows({ pathname }: URL): boolean {
    return pathname !== "/sign-in" && pathname !== "/dashboard";
  }
}

/** Returns what a page answers: shown, redirected to sign in or redirected to the actor's own pages. */
function outcome(page: Page, path: string): string {
  const arrived = new URL(page.url).pathname;
  if (arrived === "/sign-in" && path !== "/sign-in") return "to sign in";
  if (arrived === "/dashboard" && path !== "/dashboard") return "to the dashboard";
  return "shown";
}

function expected(admits: Admits, actor: string): string {
  if (admits === "everybody" || actor === "admin") return "shown";
  if (actor === "visitor") return "to sign in";
  return admits === "members" ? "shown" : "to the dashboard";
}

test("lists every page in the table, and no others", () => {
  expect(routePaths().sort()).toEqual(Object.keys(pages).sort());
});

test("admits to every page and every post those the table lists", async ({ db, server, admin }) => {
  const account = await anAccount(db);
  const member = new PlainBrowser(server.url);
  await signIn(member, account.email);
  const actors = {
    visitor: new Caller(new PlainBrowser(server.url)),
    member: new Caller(member),
    admin: new Caller(admin),
  };
  for (const [path, admits] of Object.entries(pages)) {
    for (const [actor, browser] of Object.entries(actors)) {
      if (admits === "everybody") continue;
      const shown = await browser.open(path);
      expect([path, actor, outcome(shown, path)]).toEqual([path, actor, expected(admits, actor)]);
      if (actor === "admin" || expected(admits, actor) === "shown") continue;
      const posted = await browser.post(path, {});
      if (posted.status === 405) continue;
      expect([path, actor, outcome(posted, path)]).toEqual([path, actor, expected(admits, actor)]);
    }
  }
});

test("shows visitors every page, and every refusal of one, in a main part", async ({ server }) => {
  const visitor = new PlainBrowser(server.url);
  const without: string[] = [];
  for (const path of Object.keys(pages).filter((one) => pages[one] === "everybody")) {
    const { html } = await visitor.open(path);
    if (/^<!doctype html/i.test(html) && html.match(/<main\b/g)?.length !== 1) without.push(path);
  }
  expect(without).toEqual([]);
});
