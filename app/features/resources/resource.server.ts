import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { followReturn, loadSale } from "~/features/purchases/purchase.server";
import { resourceSale } from "~/features/purchases/sales.server";
import { apiFor, idOf, load } from "~/server/api.server";

/** Loads a resource's page and the data of the dialog that its address opens. */
export async function loadResource(args: LoaderFunctionArgs) {
  const sale = resourceSale(idOf(args));
  const resource = await load(apiFor(args).resources.get({ id: idOf(args) }));
  await followReturn(args, sale);
  const isOwned = resource.isMine && !resource.isFree;
  const isForSale = ["for_sale", "waiting"].includes(resource.access) || isOwned;
  const { purchase, purchaseReturn, headers } = await loadSale(args, sale, {
    isForSale,
    isOwned,
    opensOn: resource.opensOn,
  });
  return data({ resource, purchase, purchaseReturn, dialog: purchase }, { headers });
}
