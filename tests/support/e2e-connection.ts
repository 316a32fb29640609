import type { Page, Route } from "@playwright/test";
import { expect } from "./e2e-test";

/** Ways to lose the response to a page's data request. */
const losses = {
  "cut connection": (route: Route) => route.abort(),
  "a proxy's error": (route: Route) => route.fulfill({ status: 502, body: "Bad Gateway" }),
  "another page": (route: Route) => route.fulfill({ contentType: "text/html", body: "<h1>Sign in to the Wi-Fi</h1>" }),
  "half an answer": (route: Route) =>
    route.fulfill({ headers: { "X-Remix-Response": "yes" }, body: '[{"_1":2},"data",{"_' }),
};
export type Loss = keyof typeof losses | "offline";

/** Loses the responses to data requests sent during `work`. */
export async function loseResponses(page: Page, loss: Loss, work: () => Promise<void>): Promise<void> {
  if (loss === "offline") {
    await page.context().setOffline(true);
    return work().finally(() => page.context().setOffline(false));
  }
  await page.route(isPageData, losses[loss]);
  await work().finally(() => page.unroute(isPageData));
}

export const isPageData = ({ pathname }: URL) => pathname.endsWith(".data");

/** Returns the values of all visible fields. */
export const fieldValues = (page: Page): Promise<string[]> =>
  page.locator("input:not([type=hidden]), textarea, select").evaluateAll((fields) =>
    fields.map((field) => {
      if (field instanceof HTMLInputElement && field.type === "checkbox") return String(field.checked);
      return (field as HTMLInputElement).value;
    }),
  );

/** Expects one toast with this text, and dismisses it where it can be: on touch screens it goes by itself. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toast = page.locator("[aria-live=polite]").getByRole("alert");
  await expect(toast).toHaveText(text, { useInnerText: true });
  const dismiss = toast.getByRole("button");
  if (await dismiss.isVisible()) await dismiss.click();
  await expect(toast).toHaveCount(0);
}
