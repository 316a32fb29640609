import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { deletions } from "~/features/admin/products/delete-product.server";
import { officeKindAt, officeProducts } from "~/features/admin/products/office-products";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = (args) => {
  const { noun, name } = officeProducts[officeKindAt(args.location.pathname)];
  return privateMeta(`Delete ${noun}`, `${name} not found`)(args);
};

const kindOf = ({ request }: Pick<LoaderFunctionArgs, "request">) => officeKindAt(new URL(request.url).pathname);

export async function loader(args: LoaderFunctionArgs) {
  return load(deletions[kindOf(args)].ask(adminApi(args), idOf(args)));
}

export async function action(args: ActionFunctionArgs) {
  const kind = kindOf(args);
  const { noun, name, path } = officeProducts[kind];
  const deleted = await attemptLogged(args, deletions[kind].remove(adminApi(args), idOf(args)));
  if (!deleted.ok) return redirectWithToast(args, path, errorToast(`Failed to delete the ${noun}`, deleted.message));
  const { title, isWithdrawn = false } = deleted.value;
  return redirectWithToast(args, path, successToast(`${name} ${isWithdrawn ? "withdrawn" : "deleted"}`, title));
}

export default function DeleteProductPage() {
  const { title, says, canDelete } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { noun, path } = officeProducts[officeKindAt(pathname)];
  return (
    <ConfirmPage
      title={`Delete “${title}”?`}
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
