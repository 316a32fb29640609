import { anAccount } from "./accounts";
import { PlainBrowser, textOf, type Page } from "./browser-without-javascript";
import { test as siteTest } from "./site-over-http";

type Account = Awaited<ReturnType<typeof anAccount>>;

/** Gives a browser without JavaScript and an account. */
export const test = siteTest.extend<{ browser: PlainBrowser; account: Account }>({
  browser: async ({ server, db: _ }, use) => use(new PlainBrowser(server.url)),
  account: async ({ db }, use) => use(await anAccount(db)),
});

export const signInForm = "form:has([name=password])";
export const fieldOf = (page: Page, name: string) =>
  page.root.querySelector(`main [name=${name}], dialog [name=${name}]`)!;
export const valueOf = (page: Page, name: string) => fieldOf(page, name).getAttribute("value") ?? "";

/** Returns the hint or error that describes a field. */
export function noteOf(page: Page, name: string): string {
  const ids = fieldOf(page, name).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => textOf(page, `[id="${id}"]`)).join(" ");
}
