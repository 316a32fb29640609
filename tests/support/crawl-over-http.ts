import type { BuiltServer } from "./built-server";
import { type Page, PlainBrowser } from "./browser-without-javascript";

/** Stays on the site: a redirect to another one is a page without content. */
export class StayingBrowser extends PlainBrowser {
  protected override follows(address: URL): boolean {
    return address.origin === new URL(this.site).origin;
  }
}

/** Files without words, what ends the visit, and the form to sign in, whose address repeats that of each page. */
const skipped = /^\/(?:build|plates|look|media|share|dev|sign-in|sign-out|currency)(?:\/|$)|\.(?:png|ico|svg|webp)$/;

/** Opens everything that the pages link to, beginning with `starts`, and the data of each page. */
export async function crawlSite(
  browser: StayingBrowser,
  { url: site }: Pick<BuiltServer, "url">,
  starts: string[],
): Promise<Map<string, Page>> {
  const opened = new Map<string, Page>();
  const waiting = [...starts];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (opened.has(path)) continue;
    const page = await browser.open(path);
    opened.set(path, page);
    if (!page.html.startsWith("<!DOCTYPE")) continue;
    waiting.push(...linksOn(page, site));
    const [name, query] = path.split("?");
    const data = `${name === "/" ? "/_root" : name}.data${query ? `?${query}` : ""}`;
    opened.set(data, await browser.open(data));
  }
  return opened;
}

function linksOn({ root, url }: Page, site: string): string[] {
  const named = root.querySelectorAll("a[href], link[href], form[action]");
  const addresses = named.map((element) => element.getAttribute("href") ?? element.getAttribute("action") ?? "");
  return addresses.flatMap((address) => {
    const to = new URL(address.replaceAll("&amp;", "&").replace(/^webcal:/, "http:"), url);
    return to.origin === new URL(site).origin && !skipped.test(to.pathname) ? [to.pathname + to.search] : [];
  });
}
