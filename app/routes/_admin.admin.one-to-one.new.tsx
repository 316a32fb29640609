import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { offersPath } from "~/features/admin/admin-paths";
import { NewOfferForm } from "~/features/admin/one-to-one/offer-form";
import { readOfferForm } from "~/features/admin/one-to-one/offer-form.server";
import type { CheckedForm } from "~/features/admin/sessions/agree-change";
import { askAgain } from "~/features/admin/sessions/session-form.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { refuseCall } from "~/server/form.server";
import { newOfferForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add One to One");

export async function loader(args: LoaderFunctionArgs) {
  return { formKey: randomUUID(), ...(await load(adminApi(args).oneToOne.admin.getNew())) };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const form = await readOfferForm(args, newOfferForm);
  if (!form.ok) return form.refused;
  const { submission } = form;
  const made = await attemptLogged(args, api.oneToOne.admin.create(submission.value));
  if (!made.ok) return refuseCall(submission, made, "Failed to save");
  if (made.value.outcome === "check") return askAgain(submission, { price: made.value });
  return redirectWithToast(args, offersPath, successToast("Added", submission.value.title));
}

export default function NewOfferPage() {
  const { formKey, categories, zone } = useLoaderData<typeof loader>();
  const refused: CheckedForm | undefined = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={offersPath}>One to One</BackLink>
      <PageHead title="Add One to One" />
      <NewOfferForm
        action={`${offersPath}/new`}
        formKey={formKey}
        categories={categories}
        zone={zone}
        refused={refused}
        image={null}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
