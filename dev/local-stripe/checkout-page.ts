import { formatAmount } from "./amounts";
import { html, type Html } from "./html";
import type { SessionObject } from "./objects/checkout-session";
import type { LineItemObject } from "./objects/line-item";
import { declineMessage } from "./objects/payment-intent";

/** The payment page of an open session; after a refused card it says so. */
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
            <dt>E-mail</dt>
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

/** What an expired or complete session shows instead, with the way back to the shop. */
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

/** The address for the customer's return after paying, with the session's id in its place. */
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

function renderPage(title: string, content: Html): string {
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
