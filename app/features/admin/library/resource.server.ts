import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { OpenedResource } from "@server/resources/schemas";
import { z, type ZodType } from "zod";
import { conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readUpload, refuse } from "~/server/form.server";
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
  const { fields, files } = await readUpload(args, { file: "download" });
  const received = files.get("file");
  if (received?.ok) fields.set("fileId", received.file.id);
  const submission = parseForm(fields, schema);
  const refuseKeepingFile = async (refusal: Parameters<typeof refuse>[1]) => {
    const refused = refuse(submission, refusal);
    const id = z.uuid().safeParse(fields.get("fileId")).data;
    const kept = id ? await load(apiFor(args).recordings.library.files({ ids: [id] })) : [];
    return data({ ...refused.data, files: kept }, refused.init ?? {});
  };
  if (received && !received.ok) {
    const toast = errorToast(`Upload failed: ${received.message}`);
    return refuseKeepingFile({ status: 422, toast, errors: { file: [received.message] } });
  }
  if (submission.status !== "success") return refuseKeepingFile({ status: 422 });
  const saved = await attemptLogged(args, save(submission.value), "Please try again.");
  if (saved.ok) return redirectWithToast(args, resourcesPath, successToast(done, fields.get("title")?.trim()));
  if (saved.code === "changed_meanwhile" && readSaved) {
    const { version, title, description, category, price, currency } = await readSaved();
    const values = { title, description, category, price, currency };
    return refuseKeepingFile({ ...saved, conflict: conflictOf(labels, { version, values }, submission.payload) });
  }
  const errors: Record<string, string[]> = saved.field ? { [saved.field]: [saved.message] } : {};
  return refuseKeepingFile({ ...saved, toast: errorToast("Failed to save the resource", saved.message), errors });
}
