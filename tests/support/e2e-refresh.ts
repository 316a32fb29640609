import type { Page, Request, Response } from "@playwright/test";

/** Advances the page's test clock by seconds until the page requests its list again. Returns the response. */
export async function waitForRefresh(page: Page, procedure: string): Promise<Response> {
  const isAsked = (request: Request) => new URL(request.url()).pathname === `/api/trpc/${procedure}`;
  let hasAsked = false;
  const asked = page.waitForRequest(isAsked).finally(() => (hasAsked = true));
  while (!hasAsked) await page.clock.runFor(1000);
  return (await (await asked).response())!;
}
