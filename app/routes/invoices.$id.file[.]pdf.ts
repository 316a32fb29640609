import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { pdfDownload } from "~/server/files.server";

/** Sends an invoice or credit note as a PDF to those who have its link. */
export const loader = async (args: LoaderFunctionArgs) =>
  pdfDownload(await load(apiFor(args).invoices.draw({ id: idOf(args), key: keyOf(args) ?? "" })));
