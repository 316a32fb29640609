import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardsPath } from "~/features/admin/admin-paths";
import { NewGiftCardForm } from "~/features/admin/gift-cards/gift-card-form";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast } from "~/lib/toast";
import { attemptLogged } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { newGiftCardForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Gift Card");

export function loader(args: LoaderFunctionArgs) {
  adminApi(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, newGiftCardForm);
  if (submission.status !== "success") return refuse(submission);
  const made = await attemptLogged(args, api.giftCards.admin.create(submission.value));
  if (!made.ok) return refuseCall(submission, made, "Failed to save the gift card");
  return redirectWithToast(args, giftCardsPath, successToast("Gift card added", submission.value.title));
}

export default function NewGiftCardPage() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={giftCardsPath}>Gift Cards</BackLink>
      <PageHead title="Add Gift Card" />
      <NewGiftCardForm action={`${giftCardsPath}/new`} {...{ formKey, refused }} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
