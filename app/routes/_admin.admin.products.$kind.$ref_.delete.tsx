import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { kindAt } from "~/features/admin/products/kind-at.server";
import { wordsAt } from "~/features/admin/products/words";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = (args) => {
  const { noun, name } = wordsAt(args.params);
  return privateMeta(`Delete ${noun}`, `${name} not found`)(args);
};

const refOf = (args: LoaderFunctionArgs) => ({ kind: kindAt(args), ref: idOf(args, "ref") });

export async function loader(args: LoaderFunctionArgs) {
  const { name, deletion } = await load(adminApi(args).products.office.getForm(refOf(args)));
  return { name, ...deletion };
}

export async function action(args: ActionFunctionArgs) {
  const { noun, name, path } = wordsAt(args.params);
  const deleted = await attemptLogged(args, adminApi(args).products.office.delete(refOf(args)));
  if (!deleted.ok) return redirectWithToast(args, path, errorToast(`Failed to delete the ${noun}`, deleted.message));
  const { title, isWithdrawn } = deleted.value;
  return redirectWithToast(args, path, successToast(`${name} ${isWithdrawn ? "withdrawn" : "deleted"}`, title));
}

export default function DeleteProductPage() {
  const { name, says, canDelete } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { noun, path } = wordsAt(useParams());
  return (
    <ConfirmPage
      title={`Delete “${name}”?`}
      cancelLabel={`Keep ${noun}`}
      back={path}
      action={pathname}
      failure={{ title: `Failed to delete the ${noun}` }}
      confirmLabel={canDelete ? `Delete ${noun}` : null}
      isDangerous
    >
      <p>{says}</p>
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
