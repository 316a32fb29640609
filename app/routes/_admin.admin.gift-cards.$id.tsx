import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardFormPath, giftCardsPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { EditGiftCardForm, giftCardLabels, giftCardValues } from "~/features/admin/gift-cards/gift-card-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { editedGiftCardForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Gift Card", "Gift card not found");

export async function loader(args: LoaderFunctionArgs) {
  return { card: await load(adminApi(args).giftCards.admin.getForm({ id: idOf(args) })) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).giftCards;
  const id = idOf(args);
  const submission = await readForm(args.request, editedGiftCardForm);
  if (submission.status !== "success") return refuse(submission);
  const saved = await attemptLogged(args, admin.edit({ ...submission.value, id }));
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, ...now } = await load(admin.getForm({ id }));
    const conflict = conflictOf(giftCardLabels, { version, values: giftCardValues(now) }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuseCall(submission, saved, "Failed to save the gift card");
  return redirectWithToast(args, giftCardsPath, successToast("Gift card saved", submission.value.title));
}

export default function EditGiftCardPage() {
  const { card } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={giftCardsPath}>Gift Cards</BackLink>
      <PageHead title="Edit Gift Card" lede="Changes are for those who buy it from now on." />
      <EditGiftCardForm key={conflictKey(refused)} action={giftCardFormPath(card.id)} {...{ card, refused }} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
