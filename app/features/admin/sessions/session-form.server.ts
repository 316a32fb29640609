import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { ZodType } from "zod";
import { errorToast } from "~/lib/toast";
import { parseForm, refuse } from "~/server/form.server";
import { readUpload } from "~/server/upload.server";

/**
 * A posted session form. A picture that came with it is kept, and its id is a field from then on, so that it need not be
 * chosen again where something else is refused. `refused` is the answer where the form can't be taken as it is.
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

/** What the server would not save: beside its field where it is about one. */
export function refuseSession(submission: Submission, { status, message, field }: Refusal) {
  const toast = errorToast("Error", message);
  return refuse(submission, { status, toast, errors: field ? { [field]: [message] } : {} });
}

/** Shows the dates of a series, to be agreed to by pressing the same button again. Nothing was refused. */
export const showSeries = <Series>(submission: Submission, series: Series) =>
  data({ reply: submission.reply(), toast: null, series });
