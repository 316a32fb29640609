import { randomUUID } from "node:crypto";
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
  "giftCards.admin.create": ({ admin }) =>
    Promise.resolve({ mutate: () => admin.api.giftCards.admin.create({ ...aNewCard, formKey: randomUUID() }) }),
  "giftCards.admin.edit": withCard(async ({ giftCards }, id) => {
    const { version } = await giftCards.admin.getForm({ id });
    await giftCards.admin.edit({ ...aNewCard, isOn: false, id, version });
  }),
  "giftCards.admin.delete": withCard(({ giftCards }, id) => giftCards.admin.delete({ id })),
};
