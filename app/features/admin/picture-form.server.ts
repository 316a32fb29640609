import type { ActionFunctionArgs } from "@remix-run/node";
import type { ZodType } from "zod";
import { errorToast } from "~/lib/toast";
import { parseForm, readUpload, refuse } from "~/server/form.server";

/** Reads a form with one picture. A picture that came with it is kept, so that it need not be chosen again. */
export async function readPictureForm<Schema extends ZodType>(
  args: ActionFunctionArgs,
  schema: Schema,
  maxTextBytes?: number,
) {
  const { fields, files } = await readUpload(args, { image: "image" }, maxTextBytes);
  const image = files.get("image");
  if (image?.ok) fields.set("imageId", image.file.id);
  const submission = parseForm(fields, schema);
  if (image && !image.ok) {
    const toast = errorToast("Failed to upload image", image.message);
    return {
      ok: false,
      refused: refuse(submission, { status: 422, toast, errors: { image: [image.message] } }),
    } as const;
  }
  if (submission.status !== "success") return { ok: false, refused: refuse(submission) } as const;
  return { ok: true, submission } as const;
}
