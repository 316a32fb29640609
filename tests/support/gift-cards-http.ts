import { PlainBrowser, type Page } from "./browser-without-javascript";
import { linkNamed, mainText } from "./recordings-http";

const giver = { firstName: "Ben", lastName: "Okafor", email: "ben@example.com" };

/** The form in which a gift card is bought. */
export const giftForm = "main form:has([name=recipientEmail])";

/** Buys a gift card as a guest who prints it, and returns its code as the page shows it. */
export async function buyCard(url: string, productId: string, amount: string): Promise<string> {
  const browser = new PlainBrowser(url);
  const page = await browser.open(`/gift-cards/${productId}`);
  const payment = await browser.submit(page, { ...giver, amount, to: "me" }, giftForm);
  const returned = await browser.submit(payment, { action: "pay" });
  return codeOn(await browser.open(linkNamed(returned, "Open your gift card")));
}

/** Returns the code of the gift card that a page shows. */
export const codeOn = (page: Page): string => /(?:\w{4}-){6}\w{4}/.exec(mainText(page))![0];
