import type { ActionFunctionArgs } from "@remix-run/node";
import type { OfferValues } from "@server/selling/one-to-one/office-schemas";
import type { ZodType } from "zod";
import { readPictureForm } from "~/features/admin/picture-form.server";
import { conflictOf } from "~/lib/forms/conflict";
import { offerLabels } from "./offer-labels";

/** As long as the field with what the form was filled with can be. */
const maxTextBytes = 128 * 1024;

/** Reads the form of an offer with its picture. */
export const readOfferForm = <Schema extends ZodType>(args: ActionFunctionArgs, schema: Schema) =>
  readPictureForm(args, schema, maxTextBytes);

type SavedOffer = { version: string; values: OfferValues; image: string | null };

/** Says what has been saved since a form was opened, the picture included. */
export function offerConflict({ version, values, image }: SavedOffer, typed: Record<string, unknown>) {
  const conflict = conflictOf(offerLabels, { version, values }, typed);
  if (typed.shownImage !== (image ?? "")) {
    const chosen = typed.imageId ? "Your picture" : typed.removeImage ? "None" : null;
    conflict.notice.fields.push({ label: "Picture", saved: image ? "Another picture" : "None", typed: chosen });
  }
  return conflict;
}
