import type { ActionFunctionArgs } from "@remix-run/node";
import type { PageValues } from "@server/catalogue/pages/schemas";
import type { z, ZodType } from "zod";
import { pagesPath } from "~/features/admin/admin-paths";
import { refuseWithFiles } from "~/features/admin/kept-files.server";
import { choiceLabel, conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readUpload, type refuse } from "~/server/form.server";
import { pagePlaces } from "./page-table";

const labels = {
  title: "Title",
  text: "Text",
  place: choiceLabel("Linked in", Object.fromEntries(pagePlaces.map(({ value, label }) => [value, label]))),
  orderIndex: "Order",
};

/** A page of 100 kB is the longest text of any form. */
const maxTextBytes = 128 * 1024;

export const readPageForm = (args: ActionFunctionArgs) => readUpload(args, { picture: "image" }, maxTextBytes);

type PageSaving<Schema extends ZodType> = {
  received: Awaited<ReturnType<typeof readPageForm>>;
  schema: Schema;
  save: (value: z.infer<Schema>) => Promise<unknown>;
  /** Returns the saved values, to show them if another user has saved meanwhile. */
  readSaved?: () => Promise<{ version: string; values: PageValues }>;
};

/** Saves a page with the picture of its form; a refused form keeps its text and its picture. */
export async function savePage<Schema extends ZodType>(args: ActionFunctionArgs, saving: PageSaving<Schema>) {
  const { fields, files } = saving.received;
  const picture = files.get("picture");
  if (picture?.ok) fields.set("pictureId", picture.file.id);
  const submission = parseForm(fields, saving.schema);
  const refuseKeepingFile = (refusal: Parameters<typeof refuse>[1]) =>
    refuseWithFiles(args, submission, ["pictureId"], refusal);
  if (picture && !picture.ok) {
    const toast = errorToast(`Upload failed: ${picture.message}`);
    return refuseKeepingFile({ status: 422, toast, errors: { picture: [picture.message] } });
  }
  if (submission.status !== "success") return refuseKeepingFile({ status: 422 });
  const saved = await attemptLogged(args, saving.save(submission.value));
  if (saved.ok) {
    const title = fields.get("intent") === "publish" ? "Page published" : "Draft saved";
    const slug = args.params.slug ?? fields.get("slug")?.trim().toLowerCase() ?? "";
    return redirectWithToast(args, `${pagesPath}/${slug}`, successToast(title, fields.get("title")?.trim()));
  }
  if (saved.code === "changed_meanwhile" && saving.readSaved) {
    return refuseKeepingFile({ ...saved, conflict: conflictOf(labels, await saving.readSaved(), submission.payload) });
  }
  const failed = "Failed to save the page";
  if (!saved.field) return refuseKeepingFile({ ...saved, toast: errorToast(failed, saved.message) });
  // What is beside the field is not said again: it may name a dozen gaps.
  return refuseKeepingFile({ ...saved, toast: errorToast(failed), errors: { [saved.field]: [saved.message] } });
}
