import { apiFor, load, type RequestContext } from "~/server/api.server";

/** What a page sells by its dialog. */
export type Sale = {
  /** A collection's slug, or an id. */
  product: string;
  /** The page; with `?purchase=true` it opens the dialog. */
  path: string;
  /** The parameters of the sign-up page that lead back to the purchase. */
  signUp: URLSearchParams;
  owned: string;
  notForSale: string;
  /** Whether visitors without an account may buy it. */
  isForGuests?: boolean;
  /** Whether the page itself has the form, and no dialog. */
  isForm?: boolean;
  /** Where to go instead, if the page is only for those who have it. */
  elsewhere?: string;
};

export async function collectionSale(args: RequestContext, slug: string): Promise<Sale> {
  const { path, owned, isOff } = await load(apiFor(args).recordings.getSale({ collection: slug }));
  return {
    product: slug,
    path,
    signUp: new URLSearchParams({ purchase: "true", type: slug }),
    owned,
    notForSale: isOff ? "This collection is no longer for sale." : "There is nothing to buy in this collection yet.",
    ...(isOff && { elsewhere: "/resources" }),
  };
}

export function resourceSale(id: string): Sale {
  const path = `/resources/${id}`;
  return {
    product: id,
    path,
    signUp: new URLSearchParams({ returnTo: `${path}?purchase=true` }),
    owned: "You already have this resource.",
    notForSale: "This resource can’t be bought right now.",
  };
}

export function passSale(id: string): Sale {
  const path = `/passes/${id}`;
  return {
    product: id,
    path,
    signUp: new URLSearchParams({ returnTo: `${path}?purchase=true` }),
    isForGuests: true,
    owned: "You have had this pass. It is for each person once.",
    notForSale: "This pass is no longer for sale.",
  };
}

/** Returns the sale of a gift card, whose page is the form. */
export const giftSale = (id: string, path: string): Sale => ({
  product: id,
  path,
  signUp: new URLSearchParams({ returnTo: path }),
  isForm: true,
  isForGuests: true,
  owned: "",
  notForSale: "This gift card is no longer for sale.",
});
