import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { giftCardFormPath, giftCardsPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { GiftCardForm, giftCardLabels, giftCardValues } from "~/features/admin/gift-cards/gift-card-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { editedGiftCardForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Gift Card", "Gift card not found");

export async function loader(args: LoaderFunctionArgs) {
  return { opened: await load(adminApi(args).giftCards.admin.getForm({ id: idOf(args) })) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).giftCards;
  const id = idOf(args);
  const read = async () => {
    const { version, ...now } = await load(admin.getForm({ id }));
    return { version, values: giftCardValues(now) };
  };
  return saveProduct(args, {
    kind: "gift_card",
    schema: editedGiftCardForm,
    done: "saved",
    save: (form) => admin.edit({ ...form, id }),
    saved: { labels: giftCardLabels, read },
  });
}

export default function EditGiftCardPage() {
  const { id, version, kept: _, ...card } = useLoaderData<typeof loader>().opened;
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={giftCardsPath}>Gift Cards</BackLink>
      <PageHead title="Edit Gift Card" lede="Changes are for those who buy it from now on." />
      <GiftCardForm
        key={conflictKey(refused)}
        action={giftCardFormPath(id)}
        card={card}
        version={version}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
