import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { ZodType } from "zod";
import { errorToast } from "~/lib/toast";
import { parseForm, refuse } from "~/server/form.server";
import { readUpload } from "~/server/upload.server";

/**
 * Reads a posted session form. Stores its picture and adds the picture's id as a field, so that a refused form keeps
 * it. `refused` is the answer to an invalid form.
 */
export async function readSessionForm<Schema extends ZodType>(args: ActionFunctionArgs, schema: Schema) {
  const { fields, files } = await readUpload(args, { image: "image" });
  const image = files.get("image");
  if (image?.ok) fields.set("imageId", image.file.id);
  const submission = parseForm(fields, schema);
  if (image && !image.ok) {
    const toast = errorToast("Failed to upload image", image.message);
    return { submission, refused: refuse(submission, { status: 422, toast, errors: { image: [image.message] } }) };
  }
  const refused = submission.status === "success" ? null : refuse(submission);
  return { submission, refused };
}

type Submission = Awaited<ReturnType<typeof readSessionForm>>["submission"];
type Refusal = { status: number; message: string; field: string | undefined };

/** Shows the server's refusal, beside its field if it names one. */
export function refuseSession(submission: Submission, { status, message, field }: Refusal) {
  const toast = errorToast("Error", message);
  return refuse(submission, { status, toast, errors: field ? { [field]: [message] } : {} });
}

/** Shows the dates of a series, to be confirmed by the same button. Nothing was refused. */
export const showSeries = <Series>(submission: Submission, series: Series) =>
  data({ reply: submission.reply(), toast: null, series });
