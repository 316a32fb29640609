import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { passesPath } from "~/features/admin/admin-paths";
import { NewPassForm } from "~/features/admin/passes/pass-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newPassForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Pass");

export async function loader(args: LoaderFunctionArgs) {
  return { formKey: randomUUID(), categories: await load(adminApi(args).categories.list()) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, newPassForm);
  if (submission.status !== "success") return refuse(submission);
  const { price: priceMinor, ...typed } = submission.value;
  const made = await attemptLogged(args, api.passes.admin.create({ ...typed, priceMinor }));
  if (!made.ok) return refuseCall(submission, made, "Failed to save the pass");
  return redirectWithToast(args, passesPath, successToast("Pass added", typed.title));
}

export default function NewPassPage() {
  const { formKey, categories } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={passesPath}>Passes</BackLink>
      <PageHead title="Add Pass" />
      <NewPassForm action={`${passesPath}/new`} {...{ formKey, categories, refused }} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
