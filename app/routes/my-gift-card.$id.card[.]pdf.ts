import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { pdfDownload } from "~/server/files.server";

/** Sends a gift card as a PDF to the guest who has bought it. */
export const loader = async (args: LoaderFunctionArgs) =>
  pdfDownload(await load(apiFor(args).giftCards.drawMine({ id: idOf(args), key: keyOf(args) })));
