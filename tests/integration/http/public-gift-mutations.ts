import { randomUUID } from "node:crypto";
import { officeOf } from "../../support/office";
import { aGiftCardOnSale } from "../../support/gift-cards";
import type { Scenario } from "./public-mutations";

const aNewCard = {
  title: "Gift card",
  description: "",
  lowestMinor: 2500,
  highestMinor: 50_000,
  months: 36,
  isOn: true,
};

/** A scenario with a gift card on sale, which the menu and its page show. */
const withCard =
  (mutateIn: (api: Parameters<Scenario>[0]["admin"]["api"], id: string) => Promise<unknown>): Scenario =>
  async ({ app, admin }) => {
    const { id } = await aGiftCardOnSale(app.db);
    return { path: "/gift-cards", mutate: () => mutateIn(admin.api, id) };
  };

/** What changes to gift cards change on public pages. */
export const ofGiftCards: Record<string, Scenario> = {
  "products.office.create gift card": ({ admin }) =>
    Promise.resolve({ mutate: () => officeOf(admin.api, "gift_card").create({ ...aNewCard, formKey: randomUUID() }) }),
  "products.office.edit gift card": withCard(async (api, id) => {
    const giftCards = officeOf(api, "gift_card");
    const { version } = await giftCards.getForm({ id });
    await giftCards.edit({ ...aNewCard, isOn: false, id, version });
  }),
  "products.office.delete gift card": withCard((api, id) => officeOf(api, "gift_card").delete({ id })),
};
