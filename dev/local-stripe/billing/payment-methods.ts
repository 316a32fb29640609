import { ApiError, noSuchObject } from "../api-error";
import type { Queryable } from "@db/client";
import { buildPaymentMethod, type CardBehaviour, type PaymentMethodObject, testCards } from "../objects/payment-method";
import { findObject, saveObject } from "../store";
import { add, announce, type BillingWork, changeCustomer, requireCustomer } from "./work";

/** A saved card and how it behaves when it is charged. */
export type KeptCard = { body: PaymentMethodObject; behaviour: CardBehaviour };

/** Saves a card for the customer. */
export async function saveCard(work: BillingWork, behaviour: CardBehaviour): Promise<PaymentMethodObject> {
  const customer = await requireCustomer(work.tx, work.customerId);
  const card = buildPaymentMethod({ behaviour, customer: customer.id, email: customer.email, created: work.now });
  await add(work, "payment_method", card, { behaviour });
  await announce(work, "payment_method.attached", card);
  return card;
}

/** Saves one of Stripe's test cards, by its token. */
export async function saveTestCard(work: BillingWork, token: string): Promise<PaymentMethodObject> {
  const testCard = testCards[token];
  if (!testCard) throw noSuchObject("PaymentMethod", token, "payment_method");
  if (testCard.behaviour === "refused") throw declined();
  return saveCard(work, testCard.behaviour);
}

export const declined = () =>
  new ApiError("Your card was declined.", {
    status: 402,
    type: "card_error",
    code: "card_declined",
    declineCode: "generic_decline",
  });

async function findCard(tx: Queryable, id: string): Promise<KeptCard | undefined> {
  const kept = await findObject(tx, "payment_method", id);
  return kept && { body: kept.body, behaviour: kept.hidden["behaviour"] as CardBehaviour };
}

/** Returns the card that pays: that of the subscription, else that of the customer. */
export async function payingCard(work: BillingWork, ownId: string | null): Promise<KeptCard | undefined> {
  const customer = await requireCustomer(work.tx, work.customerId);
  const id = ownId ?? customer.invoice_settings.default_payment_method;
  return id === null ? undefined : findCard(work.tx, id);
}

/** Makes a card the one that pays the customer's invoices. */
export async function useByDefault(work: BillingWork, id: string | null): Promise<void> {
  const { invoice_settings: settings } = await requireCustomer(work.tx, work.customerId);
  await changeCustomer(work, { invoice_settings: { ...settings, default_payment_method: id } });
}

/** Changes how a saved card behaves, as when its bank blocks it. */
export async function changeBehaviour(tx: Queryable, id: string, behaviour: CardBehaviour): Promise<void> {
  const card = await findCard(tx, id);
  if (!card) throw noSuchObject("PaymentMethod", id);
  await saveObject(tx, card.body, { behaviour });
}
