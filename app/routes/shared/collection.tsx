import type { ActionFunctionArgs } from "@remix-run/node";
import { buyItem } from "~/features/purchases/purchase.server";
import { collectionSale } from "~/features/purchases/sales.server";
import { choosesOpeningMails, setOpeningMails } from "~/features/recordings/collections.server";
import { collectionAt } from "~/server/collection-at.server";

export { collectionMeta as meta } from "~/features/recordings/collection-data";
export { CollectionErrorScreen as ErrorBoundary } from "~/features/recordings/collection-error";
export { CollectionScreen as default } from "~/features/recordings/collection-screen";
export { loadCollection as loader } from "~/features/recordings/collections.server";
export { opensDialog as handle } from "~/lib/site";

export async function action(args: ActionFunctionArgs) {
  if (choosesOpeningMails(args)) return setOpeningMails(args);
  const { slug } = await collectionAt(args);
  return buyItem(args, await collectionSale(args, slug));
}
