import { anAccount, password } from "./accounts";
import { type PlainBrowser, type Page, textOf } from "./browser-without-javascript";
import type { BuiltServer } from "./built-server";
import { aRecording } from "./recordings";
import { expect, test as siteTest } from "./site-over-http";

export { expect };

type World = { account: Awaited<ReturnType<typeof anAccount>>; free: { id: string }; premium: { id: string } };

/** Serves the built site with one account, a free recording and a premium one. */
export const test = siteTest.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const account = await anAccount(db);
    const free = await aRecording(db, { title: "Arriving", isFree: true });
    await aRecording(db, { collection: "stress", title: "The Long Exhale" });
    await use({ account, free, premium: await aRecording(db, { orderIndex: 1 }) });
  },
});

export const mainText = (page: Page) => textOf(page, "main")!;

export const addressOf = (page: Page) => new URL(page.url).pathname + new URL(page.url).search;

/** Returns the address of the link with this text. */
export const linkNamed = (page: Page, name: string) =>
  page.root
    .querySelectorAll("main a, dialog a")
    .find((link) => link.text.trim() === name)!
    .getAttribute("href")!;

/** Signs in and returns the page that follows. */
export async function signIn(browser: PlainBrowser, email: string, at = "/sign-in"): Promise<Page> {
  return browser.submit(await browser.open(at), { email, password }, "form:has([name=password])");
}

/** Returns the path of the newest mailed link to a page. */
export async function newestMailedLink(server: BuiltServer, email: string, page: string): Promise<string> {
  const mails = async () =>
    (await (await fetch(`${server.url}/dev/mailbox.json?to=${email}`)).json()) as { text: string }[];
  const links = async () =>
    (await mails()).flatMap(({ text }) => new RegExp(`/${page}\\?token=[\\w-]+`).exec(text)?.[0] ?? []);
  await expect.poll(links, { message: `a mail to ${email} with a link to ${page}` }).not.toEqual([]);
  return (await links()).at(-1)!;
}
