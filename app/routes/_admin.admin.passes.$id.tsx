import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { passesPath, passFormPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { EditPassForm, passLabels, passValues } from "~/features/admin/passes/pass-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { editedPassForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Pass", "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  const { passes, categories } = adminApi(args);
  return {
    pass: await load(passes.admin.getForm({ id: idOf(args) })),
    categories: await load(categories.list()),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).passes;
  const id = idOf(args);
  const submission = await readForm(args.request, editedPassForm);
  if (submission.status !== "success") return refuse(submission);
  const { price: priceMinor, ...typed } = submission.value;
  const saved = await attemptLogged(args, admin.edit({ ...typed, priceMinor, id }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, otherHolders: _, ...now } = await load(admin.getForm({ id }));
    const conflict = conflictOf(passLabels, { version, values: passValues(now) }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the pass");
  return redirectWithToast(args, passesPath, successToast("Pass saved", typed.title));
}

export default function EditPassPage() {
  const { pass, categories } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={passesPath}>Passes</BackLink>
      <PageHead title="Edit Pass" lede="Changes are for those who buy it from now on." />
      <EditPassForm key={conflictKey(refused)} action={passFormPath(pass.id)} {...{ pass, categories, refused }} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
