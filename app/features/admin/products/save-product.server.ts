import type { ActionFunctionArgs } from "@remix-run/node";
import type { FieldView } from "@server/catalogue/products/office/fields";
import type { FormValues } from "@server/catalogue/products/office/form";
import type { SavedProduct } from "@server/catalogue/products/office/product-office";
import { kindOf } from "@server/selling/purchases/sold-kind";
import { readFileForm } from "~/features/admin/kept-files.server";
import { askAgain } from "~/features/admin/sessions/session-form.server";
import { conflictOf } from "~/lib/forms/conflict";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields, parseForm, refuse } from "~/server/form.server";
import { kindAt } from "./kind-at.server";
import { conflictLabels } from "./labels";
import { wordsAt } from "./words";

type SavedForm = { version: string; fields: FieldView[]; values: FormValues };

type Saving = {
  done: "added" | "saved";
  /** Saves what was typed, or returns notes on its price that are to be confirmed first. */
  save: (form: Record<string, unknown>) => Promise<SavedProduct>;
  /** For an existing product: reads what is saved, to show it if another user has saved meanwhile. */
  readSaved?: () => Promise<SavedForm>;
};

/** Saves the form of a product, new or existing, and leads back to the list of its kind; a refused form keeps its uploads. */
export async function saveProduct(args: ActionFunctionArgs, { done, save, readSaved }: Saving) {
  const { noun, name, path } = wordsAt(args.params);
  const { submission, failure, refuseForm } = await readProductForm(args, done);
  if (failure) return refuseForm(failure);
  if (submission.status !== "success") return refuseForm({ status: 422 });
  const { title } = submission.value;
  const attempted = await attemptLogged(args, save(submission.value));
  if (attempted.ok) {
    const { value } = attempted;
    if (value.outcome === "check") return askAgain(submission, { price: value });
    return redirectWithToast(
      args,
      value.to ?? path,
      successToast(`${name} ${done}`, typeof title === "string" ? title : undefined),
    );
  }
  const { code, field, message } = attempted;
  if (code === "changed_meanwhile" && readSaved) {
    const { fields, version, values } = await readSaved();
    const conflict = conflictOf(conflictLabels(fields), { version, values }, submission.payload);
    return refuseForm({ ...attempted, conflict });
  }
  if (field) return refuseForm({ ...attempted, errors: { [field]: [message] } });
  return refuseForm({ ...attempted, toast: errorToast(`Failed to save the ${noun}`, message) });
}

/** Reads the form of a kind of product, with its files if it has some. */
async function readProductForm(args: ActionFunctionArgs, done: Saving["done"]) {
  const { form, files } = kindOf(args.context.services, { productKind: kindAt(args) }).office;
  const schema = done === "added" ? form.typed.new : form.typed.edited;
  if (Object.keys(files).length > 0) {
    const read = await readFileForm(args, { kinds: files, schema });
    return { ...read, refuseForm: read.refuseKeepingFiles };
  }
  const submission = parseForm(await readFields(args.request), schema);
  const refuseForm = (refusal: Parameters<typeof refuse>[1]) => Promise.resolve(refuse(submission, refusal));
  return { submission, failure: undefined, refuseForm };
}
