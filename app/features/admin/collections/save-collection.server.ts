import type { ActionFunctionArgs } from "@remix-run/node";
import type { OpenedCollection } from "@server/catalogue/products/schemas";
import type { z, ZodType } from "zod";
import { readFileForm } from "~/features/admin/kept-files.server";
import { conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { collectionLabels, collectionValues } from "./collection-form";

type Saving<Schema extends ZodType> = {
  schema: Schema;
  done: string;
  failed: string;
  save: (value: z.infer<Schema>) => Promise<{ libraryPath: string }>;
  /** Returns the saved values, to show them if another user has saved meanwhile. */
  readSaved?: () => Promise<OpenedCollection>;
};

/** Saves a collection with the picture of its form; a refused form keeps its uploaded picture. */
export async function saveCollection<Schema extends ZodType>(
  args: ActionFunctionArgs,
  { schema, done, failed, save, readSaved }: Saving<Schema>,
) {
  const form = await readFileForm(args, { kinds: { picture: "image" }, schema });
  const { fields, submission, failure, refuseKeepingFiles } = form;
  if (failure) return refuseKeepingFiles(failure);
  if (submission.status !== "success") return refuseKeepingFiles({ status: 422 });
  const saved = await attemptLogged(args, save(submission.value));
  if (saved.ok) {
    return redirectWithToast(args, saved.value.libraryPath, successToast(done, fields.get("title")?.trim()));
  }
  if (saved.code === "changed_meanwhile" && readSaved) {
    const now = await readSaved();
    const values = { version: now.version, values: collectionValues(now) };
    return refuseKeepingFiles({
      ...saved,
      conflict: conflictOf(collectionLabels(now), values, submission.payload),
    });
  }
  if (saved.field) return refuseKeepingFiles({ ...saved, errors: { [saved.field]: [saved.message] } });
  return refuseKeepingFiles({ ...saved, toast: errorToast(failed, saved.message) });
}
