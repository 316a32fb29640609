import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { followReturn, loadSale } from "~/features/purchases/purchase.server";
import { passSale } from "~/features/purchases/sales.server";
import { apiFor, idOf, load } from "~/server/api.server";

/** Loads a pass's page and the data of the dialog that its address opens. */
export async function loadPass(args: LoaderFunctionArgs) {
  const sale = passSale(idOf(args));
  const pass = await load(apiFor(args).passes.get({ id: idOf(args) }));
  await followReturn(args, sale);
  const page = { isForSale: pass.isOn, isOwned: pass.isUsedUp, opensOn: null };
  const { purchase, purchaseReturn, headers } = await loadSale(args, sale, page);
  return data({ pass, purchase, purchaseReturn, dialog: purchase }, { headers });
}
