import { formatAmount } from "./amounts";
import { html, type Html, renderPage } from "./checkout-page";
import type { LineItemObject, SessionObject } from "./objects/checkout-session";
import { declineMessage } from "./objects/payment-intent";
import { type CardBehaviour, last4Of } from "./objects/payment-method";
import { rateOf } from "./objects/price";

/** Returns the page of a session that starts a subscription. */
export function renderSubscribePage(
  session: SessionObject,
  items: LineItemObject[],
  { isDeclined = false } = {},
): string {
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? "");
  const title = `Subscribe: ${total} today`;
  return renderPage(
    isDeclined ? `Card declined: ${title}` : title,
    html`
      ${
        isDeclined &&
        html`<p class="alert" role="alert">
          <strong>${declineMessage}</strong> Nothing was charged. Please try again.
        </p>`
      }
      <h1><span class="label">To pay today</span> ${total}</h1>
      <ul class="items">
        ${items.map(
          ({ description, price }) =>
            html`<li>
              <span>${description}</span>
              <span class="amount">${rateOf(price)}</span>
            </li>`,
        )}
      </ul>
      ${session.amount_total === 0 && html`<p class="hint">The trial is free. The first payment follows when it ends.</p>`}
      <form method="post">
        ${renderCards()}
        <button name="action" value="pay">Subscribe</button>
        <button class="quiet" name="action" value="decline">Decline card</button>
        ${session.cancel_url && html`<button class="quiet" name="action" value="cancel">Cancel</button>`}
      </form>
      <p class="hint">“Decline card” acts as a card that is refused today. “Cancel” leads back without paying.</p>
    `,
  );
}

/** Returns the choice of a card, by how it behaves when it is charged later. */
export function renderCards(legend = "Card"): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${choices.map(
      ([behaviour, text], index) =>
        html`<label>
          <input type="radio" name="card" value="${behaviour}" ${index === 0 && html`checked`} />
          <span>•••• ${last4Of(behaviour)} <small>${text}</small></span>
        </label>`,
    )}
  </fieldset>`;
}

const choices: [CardBehaviour, string][] = [
  ["accepted", "is accepted each time"],
  ["declined", "is accepted now and declined later"],
  ["authenticated", "asks to be authenticated at each later payment"],
];
