import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { siteSettings } from "@db/schema";
import { scriptCode } from "~/features/embeds/embed-code";
import { expect, test } from "../support/e2e-test";

/** Serves the lines to paste as the page of another website. */
async function serveElsewhere(lines: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Elsewhere</title><body><h1>Elsewhere</h1>${lines}</body></html>`,
    );
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test("shows a session on another website, which leads on to this one", async ({
  browser,
  site,
  publishSession,
  isScripted,
}) => {
  const { id, title } = await publishSession();
  const lines = scriptCode({ what: `sessions/${id}`, theme: "", title: "Book a session" }, site.url);
  const { origin, server } = await serveElsewhere(lines);
  const allow = (value: string[]) =>
    site.db
      .insert(siteSettings)
      .values({ key: "embedOrigins", value })
      .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  const context = await browser.newContext({ javaScriptEnabled: isScripted });
  try {
    const page = await context.newPage();
    const link = page.getByRole("link", { name: "Book a session" });
    await page.goto(origin);
    // Not named yet: the frame stays empty, and the link stays.
    await expect(link).toBeVisible();
    await allow([origin]);
    await page.reload();
    if (isScripted) {
      const frame = page.frameLocator("iframe");
      await expect(frame.getByRole("heading", { name: title })).toBeVisible();
      await expect(link).toBeHidden();
      const [inside, outside] = [await frame.locator("body").boundingBox(), await page.locator("iframe").boundingBox()];
      expect(Math.ceil(inside!.height)).toBe(outside!.height);
      await frame.getByRole("link", { name: "Book Now" }).click();
    } else {
      await link.click();
    }
    await expect(page).toHaveURL(isScripted ? `${site.url}/sessions/${id}/book` : `${site.url}/sessions/${id}`);
    await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
  } finally {
    await context.close();
    server.close();
    await allow([]);
  }
});
