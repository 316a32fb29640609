import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { followReturn, loadSale, paidPurchaseId } from "~/features/purchases/purchase.server";
import { passSale } from "~/features/purchases/sales.server";
import { apiFor, idOf, load } from "~/server/api.server";
import { type BookingDraft, keepBookingDraft, readDraftOfPass } from "~/server/cookies.server";

/** Loads a pass's page and the data of the dialog that its address opens. */
export async function loadPass(args: LoaderFunctionArgs) {
  const sale = passSale(idOf(args));
  const pass = await load(apiFor(args).passes.get({ id: idOf(args) }));
  const draft = readDraftOfPass(args, idOf(args));
  await followReturn(args, sale);
  const purchaseId = paidPurchaseId(args);
  const page = { isForSale: pass.isOn, isOwned: pass.isUsedUp, opensOn: null };
  const { purchase, purchaseReturn, headers } = await loadSale(args, sale, page);
  const isUsable = purchaseReturn?.state === "unlocked" && purchaseReturn.buyer === "me";
  if (draft && isUsable && purchaseId) throw leadBack(args, draft, { purchaseId, headers });
  const contact = purchase?.contact ?? draft;
  const shown = purchase && { ...purchase, contact, closeTo: draft?.path };
  return data({ pass, purchase: shown, purchaseReturn, dialog: purchase }, { headers });
}

type BoughtPass = { purchaseId: string; headers: HeadersInit };

/** Leads back to the booking form from which the buyer has come, with the pass chosen. */
function leadBack(args: LoaderFunctionArgs, draft: BookingDraft & { path: string }, bought: BoughtPass) {
  const { passId: _, path, ...typed } = draft;
  const headers = new Headers(bought.headers);
  headers.append("Set-Cookie", keepBookingDraft(args.context, { ...typed, path, paying: bought.purchaseId }));
  return redirect(`${path}${path.includes("?") ? "&" : "?"}notice=pass-bought`, { status: 303, headers });
}
