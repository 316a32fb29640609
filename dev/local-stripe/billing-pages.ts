import { formatAmount } from "./amounts";
import { html, type Html, renderPage } from "./checkout-page";
import type { CustomerObject } from "./objects/customer";
import type { InvoiceObject } from "./objects/invoice";
import { declineMessage } from "./objects/payment-intent";
import type { PaymentMethodObject } from "./objects/payment-method";
import type { PortalChoice } from "./billing/portal-change";
import type { PortalSessionObject } from "./objects/portal-session";
import { type PriceObject, rateOf } from "./objects/price";
import { itemOf, periodOf, type SubscriptionObject } from "./objects/subscription";
import { renderCards } from "./subscribe-page";

/** Returns the page of an invoice, on which it can be paid. */
export function renderInvoicePage(invoice: InvoiceObject, { isDeclined = false } = {}): string {
  const isOpen = invoice.status === "open";
  const due = formatAmount(invoice.amount_remaining, invoice.currency);
  const title = isOpen ? `Invoice ${invoice.number}: pay ${due}` : `Invoice ${invoice.number}: ${invoice.status}`;
  return renderPage(
    title,
    html`
      ${isDeclined && html`<p class="alert" role="alert"><strong>${declineMessage}</strong> Please try another.</p>`}
      <h1>
        <span class="label">${isOpen ? "To pay" : `Invoice ${invoice.number}`}</span>
        ${isOpen ? due : invoice.status}
      </h1>
      <ul class="items">
        ${invoice.lines.data.map(
          ({ description, amount }) =>
            html`<li>
              <span>${description}</span><span class="amount">${formatAmount(amount, invoice.currency)}</span>
            </li>`,
        )}
      </ul>
      <dl class="facts">
        <div>
          <dt>Total</dt>
          <dd>${formatAmount(invoice.total, invoice.currency)}</dd>
        </div>
        <div>
          <dt>Invoice</dt>
          <dd>${invoice.number}</dd>
        </div>
      </dl>
      ${isOpen && renderInvoiceForm()}
    `,
  );
}

const renderInvoiceForm = (): Html => html`
  <form method="post">
    <button name="action" value="authenticate">Authenticate and pay with the saved card</button>
  </form>
  <form method="post">
    ${renderCards("Another card")}
    <button name="action" value="pay">Pay with this card</button>
    <button class="quiet" name="action" value="decline">Decline card</button>
  </form>
`;

type PortalSubscription = {
  subscription: SubscriptionObject;
  choices: PortalChoice[];
  /** The price that a schedule has planned, and from when. */
  planned: { price: PriceObject; from: number } | null;
};

type PortalData = {
  session: PortalSessionObject;
  /** Whether subscriptions can be cancelled here. */
  isCancelEnabled: boolean;
  customer: CustomerObject;
  card: PaymentMethodObject | undefined;
  subscriptions: PortalSubscription[];
  invoices: InvoiceObject[];
  names: Record<string, string>;
};

/** Returns the page of a customer's portal. */
export function renderPortalPage(data: PortalData): string {
  const { session, customer, card, subscriptions, invoices, names, isCancelEnabled } = data;
  const back = session.return_url;
  const only = session.flow?.subscription_update?.subscription;
  return renderPage(
    "Your billing",
    html`
      <h1><span class="label">${customer.email}</span> Your billing</h1>
      ${back && html`<p><a href="${back}">Back to the shop</a></p>`}
      ${html`<h2>Subscriptions</h2>
        ${subscriptions
          .filter(({ subscription: { id } }) => !only || only === id)
          .map((owned) => renderSubscription(owned, names, isCancelEnabled && !session.flow))}`}
      ${
        !session.flow &&
        html`<h2>Card</h2>
          <p>${card ? `•••• ${card.card?.last4 ?? ""}` : "No card is saved."}</p>
          <form method="post">
            ${renderCards("Another card")}
            <button name="action" value="card">Save this card</button>
          </form>`
      }
      ${
        !session.flow &&
        html`<h2>Invoices</h2>
          <ul class="items">
            ${invoices.map(
              ({ hosted_invoice_url: url, number, status, total, currency }) =>
                html`<li>
                  <a href="${url}">${number} <small>${status}</small></a>
                  <span class="amount">${formatAmount(total, currency)}</span>
                </li>`,
            )}
          </ul>`
      }
    `,
  );
}

function renderSubscription(
  { subscription, choices, planned }: PortalSubscription,
  names: Record<string, string>,
  isCancelShown: boolean,
): Html {
  const ends = subscription.cancel_at_period_end ? periodOf(subscription).end : subscription.cancel_at;
  const action = ends === null ? "cancel" : "keep";
  const { price } = itemOf(subscription);
  return html`<ul class="items">
      <li><span>${names[price.product]}</span><span class="amount">${rateOf(price)}</span></li>
    </ul>
    <p class="hint">${ends === null ? `Renews on ${dayOf(periodOf(subscription).end)}.` : `Ends on ${dayOf(ends)}.`}</p>
    ${
      planned &&
      html`<p>Changes to ${names[planned.price.product]}, ${rateOf(planned.price)}, on ${dayOf(planned.from)}.</p>
        <form method="post">
          <input type="hidden" name="subscription" value="${subscription.id}" />
          <button class="quiet" name="action" value="keep-plan">Don’t change</button>
        </form>`
    }
    ${choices.map((choice) => renderChoice(subscription, choice))}
    ${
      isCancelShown &&
      html`<form method="post">
        <input type="hidden" name="subscription" value="${subscription.id}" />
        <button class="quiet" name="action" value="${action}">
          ${action === "cancel" ? "Cancel at the end of the period" : "Don’t cancel"}
        </button>
      </form>`
    }`;
}

function renderChoice(subscription: SubscriptionObject, { price, name, dueToday }: PortalChoice): Html {
  const due =
    dueToday === null
      ? `Nothing today. It begins on ${dayOf(periodOf(subscription).end)}.`
      : `${formatAmount(dueToday, price.currency)} today.`;
  return html`<form method="post">
    <input type="hidden" name="subscription" value="${subscription.id}" />
    <input type="hidden" name="price" value="${price.id}" />
    <p>${name}, ${rateOf(price)}. ${due}</p>
    <button name="action" value="change">Confirm ${name}, ${rateOf(price)}</button>
  </form>`;
}

const dayOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(at * 1000);
