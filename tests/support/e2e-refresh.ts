import type { Page, Request, Response } from "@playwright/test";

/**
 * Lets a page's clock, which the test has installed, go on until the page has asked for its list again, and answers
 * what it was told. It goes by the second: a page waits anew once it has made use of an answer, which is some time after
 * the answer has come, so that an interval run at once could be over before the page has begun to wait for it.
 */
export async function waitForRefresh(page: Page, procedure: string): Promise<Response> {
  const isAsked = (request: Request) => new URL(request.url()).pathname === `/api/trpc/${procedure}`;
  let hasAsked = false;
  const asked = page.waitForRequest(isAsked).finally(() => (hasAsked = true));
  while (!hasAsked) await page.clock.runFor(1000);
  return (await (await asked).response())!;
}
