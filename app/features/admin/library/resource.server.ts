import type { ActionFunctionArgs } from "@remix-run/node";
import type { OpenedResource } from "@server/selling/resources/schemas";
import type { z, ZodType } from "zod";
import { readFileForm } from "~/features/admin/kept-files.server";
import { conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { resourcesPath } from "~/features/admin/admin-paths";

const labels = {
  title: "Title",
  description: "Description",
  category: "Category",
  price: "Price",
  currency: "Currency",
};

type Saving<Schema extends ZodType> = {
  schema: Schema;
  done: string;
  save: (value: z.infer<Schema>) => Promise<unknown>;
  /** Returns the saved values, to show them if another user has saved meanwhile. */
  readSaved?: () => Promise<OpenedResource>;
};

/** Saves a resource with the file of its form; a refused form keeps its uploaded file. */
export async function saveResource<Schema extends ZodType>(
  args: ActionFunctionArgs,
  { schema, done, save, readSaved }: Saving<Schema>,
) {
  const form = await readFileForm(args, { kinds: { file: "download" }, schema });
  const { fields, submission, failure, refuseKeepingFiles } = form;
  if (failure) return refuseKeepingFiles(failure);
  if (submission.status !== "success") return refuseKeepingFiles({ status: 422 });
  const saved = await attemptLogged(args, save(submission.value), "Please try again.");
  if (saved.ok) return redirectWithToast(args, resourcesPath, successToast(done, fields.get("title")?.trim()));
  if (saved.code === "changed_meanwhile" && readSaved) {
    const { version, title, description, category, price, currency } = await readSaved();
    const values = { title, description, category, price, currency };
    return refuseKeepingFiles({ ...saved, conflict: conflictOf(labels, { version, values }, submission.payload) });
  }
  const errors: Record<string, string[]> = saved.field ? { [saved.field]: [saved.message] } : {};
  return refuseKeepingFiles({ ...saved, toast: errorToast("Failed to save the resource", saved.message), errors });
}
