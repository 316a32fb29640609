import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { offersPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { EditOfferForm } from "~/features/admin/one-to-one/offer-form";
import { offerConflict, readOfferForm } from "~/features/admin/one-to-one/offer-form.server";
import type { CheckedForm } from "~/features/admin/sessions/agree-change";
import { askAgain } from "~/features/admin/sessions/session-form.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { refuse, refuseCall } from "~/server/form.server";
import { editedOfferForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit One to One", "One-to-one session not found");

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).oneToOne.admin.getForm({ id: idOf(args) }));

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).oneToOne;
  const id = idOf(args);
  const form = await readOfferForm(args, editedOfferForm);
  if (!form.ok) return form.refused;
  const { submission } = form;
  const saved = await attemptLogged(args, admin.edit({ ...submission.value, id }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const conflict = offerConflict(await load(admin.getForm({ id })), submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save");
  if (saved.value.outcome === "check") return askAgain(submission, { price: saved.value });
  return redirectWithToast(args, offersPath, successToast("Saved", submission.value.title));
}

export default function EditOfferPage() {
  const offer = useLoaderData<typeof loader>();
  const refused: CheckedForm | undefined = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={offersPath}>One to One</BackLink>
      <PageHead title="Edit One to One" lede="Changes are for those who book from now on." />
      <EditOfferForm key={conflictKey(refused)} action={`${offersPath}/${offer.id}`} {...offer} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
