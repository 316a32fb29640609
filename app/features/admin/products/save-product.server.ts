import type { ActionFunctionArgs } from "@remix-run/node";
import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import type { PriceCheck } from "@server/platform/money/price-notes";
import type { z, ZodType } from "zod";
import { askAgain } from "~/features/admin/sessions/session-form.server";
import { conflictOf } from "~/lib/forms/conflict";
import { successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { officeProducts } from "./office-products";

type ConflictArguments = Parameters<typeof conflictOf>;

type Saving<Schema extends ZodType<{ title: string }>> = {
  kind: ProductKind;
  schema: Schema;
  done: "added" | "saved";
  /** Saves what was typed, or returns notes on its price that are to be confirmed first. */
  save: (form: z.infer<Schema>) => Promise<void | { outcome: "saved" } | PriceCheck>;
  /** For an existing product: its fields' labels and its saved values, to show them if another user has saved meanwhile. */
  saved?: { labels: ConflictArguments[0]; read: () => Promise<ConflictArguments[1]> };
};

/** Saves the form of a product, new or existing, and leads back to the list of its kind. */
export async function saveProduct<Schema extends ZodType<{ title: string }>>(
  args: ActionFunctionArgs,
  { kind, schema, done, save, saved }: Saving<Schema>,
) {
  const { noun, name, path } = officeProducts[kind];
  const submission = await readForm(args.request, schema);
  if (submission.status !== "success") return refuse(submission);
  const attempted = await attemptLogged(args, save(submission.value));
  if (!attempted.ok && attempted.code === "changed_meanwhile" && saved) {
    const conflict = conflictOf(saved.labels, await saved.read(), submission.payload);
    return refuse(submission, { ...attempted, conflict });
  }
  if (!attempted.ok) return refuseCall(submission, attempted, `Failed to save the ${noun}`);
  const { value } = attempted;
  if (typeof value === "object" && value.outcome === "check") return askAgain(submission, { price: value });
  return redirectWithToast(args, path, successToast(`${name} ${done}`, submission.value.title));
}
