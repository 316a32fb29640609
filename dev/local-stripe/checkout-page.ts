import { formatAmount } from "./amounts";
import type { LineItemObject, SessionObject } from "./objects/checkout-session";
import { declineMessage } from "./objects/payment-intent";

export function renderCheckoutPage(
  session: SessionObject,
  items: LineItemObject[],
  { isDeclined = false } = {},
): string {
  const currency = session.currency ?? "";
  const total = formatAmount(session.amount_total ?? 0, currency);
  return renderPage(
    isDeclined ? `Card declined: pay ${total}` : `Pay ${total}`,
    html`
      ${
        isDeclined &&
        html`<p class="alert" role="alert">
          <strong>${declineMessage}</strong> Nothing was charged. Please try again.
        </p>`
      }
      <h1><span class="label">To pay</span> ${total}</h1>
      <ul class="items">
        ${items.map((item) => renderItem(item, currency))}
      </ul>
      <dl class="facts">
        <div>
          <dt>Total</dt>
          <dd>${total}</dd>
        </div>
        ${
          session.customer_email &&
          html`<div>
            <dt>Email</dt>
            <dd>${session.customer_email}</dd>
          </div>`
        }
      </dl>
      <form method="post">
        <button name="action" value="pay">Pay</button>
        <button class="quiet" name="action" value="decline">Decline card</button>
        ${session.cancel_url && html`<button class="quiet" name="action" value="cancel">Cancel</button>`}
      </form>
      <p class="hint">
        “Pay” acts as a card that is accepted, “Decline card” as one that is refused.
        ${session.cancel_url && html`“Cancel” leads back without paying.`}
      </p>
    `,
  );
}

export function renderClosedPage(session: SessionObject, shop: string): string {
  const isPaid = session.status === "complete";
  const back = isPaid && session.success_url ? returnAddress(session) : (session.cancel_url ?? shop);
  return renderPage(
    isPaid ? "Payment complete" : "Payment page expired",
    html`
      <h1>${isPaid ? "This payment is complete" : "This payment page has expired"}</h1>
      <p>
        ${
          isPaid
            ? "It was paid once, and cannot be paid again."
            : "Nothing was charged. Please start again from the page where you booked."
        }
      </p>
      <p><a class="button" href="${back}">Back to the shop</a></p>
    `,
  );
}

export function renderUnknownPage(shop: string): string {
  return renderPage(
    "Payment page not found",
    html`
      <h1>There is no such payment page</h1>
      <p>The address may be incomplete. Nothing was charged.</p>
      <p><a class="button" href="${shop}">Back to the shop</a></p>
    `,
  );
}

export function returnAddress(session: SessionObject): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function renderItem(item: LineItemObject, currency: string): Html {
  const isMany = (item.quantity ?? 1) > 1;
  return html`<li>
    <span>${item.description}${isMany && html` <small>× ${item.quantity}</small>`}</span>
    <span class="amount">${formatAmount(item.amount_total, currency)}</span>
  </li>`;
}

/** Returns a whole page of the demo. */
export function renderPage(title: string, content: Html): string {
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} (demo)</title>
        <link rel="stylesheet" href="/dev/stripe/checkout.css" />
      </head>
      <body>
        <header>
          <p>
            <strong>Demo of the payment page.</strong> No card is asked for and no money moves. On a live site, Stripe
            shows its own page here.
          </p>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
  return page.text;
}

export class Html {
  constructor(readonly text: string) {}
}

/** Literal colours of the site, and fonts that every machine has. */
export const checkoutStyle = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  background: #f5f0e6;
  color: #14302b;
  font: 1.0625rem/1.6 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
header { background: #143a34; color: #f7f1e4; padding: 1rem 1.5rem; }
header p { max-width: 36rem; margin: 0 auto; }
main {
  width: min(36rem, 100% - 2rem);
  margin: clamp(1.5rem, 6vw, 4rem) auto;
  padding: clamp(1.5rem, 5vw, 2.5rem);
  background: #fcf9f3;
  border: 1px solid #d9cfbc;
  border-radius: 0.375rem;
  box-shadow: 0 1px 2px rgb(58 42 20 / 0.06), 0 10px 28px -12px rgb(58 42 20 / 0.18);
  overflow-wrap: anywhere;
}
h1 {
  margin: 0 0 1.5rem;
  font: 350 clamp(2rem, 1.6rem + 2vw, 3rem) / 1.1 "Fraunces Soft", "Iowan Old Style", "Palatino Linotype", Georgia, serif;
}
h1 .label { display: block; margin-bottom: 0.25rem; font: 600 0.9375rem/1.5 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #3c524b; }
.items { list-style: none; margin: 0; padding: 0; border-top: 1px solid #d9cfbc; }
.items li, .facts div { display: flex; justify-content: space-between; gap: 1.5rem; padding: 0.75rem 0; border-bottom: 1px solid #d9cfbc; }
.amount, .facts dd { text-align: right; font-variant-numeric: tabular-nums; }
.amount { white-space: nowrap; overflow-wrap: normal; }
.facts { margin: 0; }
.facts dt { color: #3c524b; overflow-wrap: normal; }
.facts dd { margin: 0; font-weight: 600; }
small { color: #586860; font-size: 0.9375rem; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 2rem; }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: 0.5rem 1.5rem;
  border: 1px solid #1b4a42;
  border-radius: 999px;
  background: #1b4a42;
  color: #fbf7ef;
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: #10352e; border-color: #10352e; }
button.quiet { background: transparent; border-color: #7f7766; color: #14302b; font-weight: 400; }
button.quiet:hover { background: #eae2d2; }
:focus-visible { outline: 2px solid #9e4526; outline-offset: 3px; }
a { color: #1b4a42; }
fieldset { margin: 0; padding: 0; border: 0; width: 100%; }
legend { padding: 0; font-weight: 600; }
fieldset label { display: flex; gap: 0.75rem; align-items: center; min-height: 2.75rem; cursor: pointer; }
input[type="radio"] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: #1b4a42; flex: none; }
h2 { margin: 2.5rem 0 0.5rem; font: 600 1.25rem/1.3 "Source Sans 3", "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
.hint { margin: 1.25rem 0 0; color: #586860; font-size: 0.9375rem; line-height: 1.5; }
.alert { margin: 0 0 1.5rem; padding: 0.75rem 1rem; border-left: 4px solid #86271a; background: #f5d8cf; color: #86271a; }
@media (max-width: 30rem) { form { flex-direction: column; } }
`;

/** Escapes inserted values except other Html. Null, undefined and false insert nothing. */
export function html(parts: TemplateStringsArray, ...values: Insert[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

type Insert = Html | Html[] | string | number | null | undefined | false;

function textOf(value: Insert): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(({ text }) => text).join("");
  if (value === null || value === undefined || value === false) return "";
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
