import { anAccount } from "../../../support/accounts";
import { PlainBrowser, type Page } from "../../../support/browser-without-javascript";
import { readManifest } from "../../../support/built-site";
import { expect, test } from "../../../support/admin-over-http";
import { signIn } from "../../../support/recordings-http";
import { type Admits, pages } from "./pages-table";

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
}, 90_000);

test("shows visitors every page, and every refusal of one, in a main part", async ({ server }) => {
  const visitor = new PlainBrowser(server.url);
  const without: string[] = [];
  for (const path of Object.keys(pages).filter((address) => pages[address] === "everybody")) {
    const { html } = await visitor.open(path);
    if (/^<!doctype html/i.test(html) && html.match(/<main\b/g)?.length !== 1) without.push(path);
  }
  expect(without).toEqual([]);
});
