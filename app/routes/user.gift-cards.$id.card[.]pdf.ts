import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { pdfDownload } from "~/server/files.server";

/** Sends a gift card as a PDF to whom has bought it. */
export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return pdfDownload(await load(apiFor(args).giftCards.drawMine({ id: idOf(args) })));
}
