import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { ZodType } from "zod";
import { errorToast } from "~/lib/toast";
import { parseForm, readUpload, refuse } from "~/server/form.server";

/** Reads a session form. A picture that came with it is kept, so that it need not be chosen again. */
export async function readSessionForm<Schema extends ZodType>(args: ActionFunctionArgs, schema: Schema) {
  const { fields, files } = await readUpload(args, { image: "image" });
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

type Submission = Pick<Parameters<typeof refuse>[0], "reply"> & { reply(): SubmissionResult<string[]> };
type Refusal = { status: number; message: string; field: string | undefined };

/** Shows the server's refusal, beside its field if it names one. */
export function refuseSession(submission: Submission, { status, message, field }: Refusal) {
  const toast = errorToast("Error", message);
  return refuse(submission, { status, toast, errors: field ? { [field]: [message] } : {} });
}

/** Shows the form again with what its button is to confirm, such as a series' dates. Nothing was refused. */
export const askAgain = <Question extends object>(submission: Submission, question: Question) =>
  data({ reply: submission.reply(), toast: null, ...question });
