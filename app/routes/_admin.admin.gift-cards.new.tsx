import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardsPath } from "~/features/admin/admin-paths";
import { GiftCardForm, newGiftCard } from "~/features/admin/gift-cards/gift-card-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { adminApi, requireAdmin } from "~/server/auth.server";
import { newGiftCardForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Gift Card");

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return { formKey: randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).giftCards;
  return saveProduct(args, {
    kind: "gift_card",
    schema: newGiftCardForm,
    done: "added",
    save: (form) => admin.create(form),
  });
}

export default function NewGiftCardPage() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={giftCardsPath}>Gift Cards</BackLink>
      <PageHead title="Add Gift Card" />
      <GiftCardForm action={`${giftCardsPath}/new`} card={newGiftCard} formKey={formKey} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
