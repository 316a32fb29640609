import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { SoldCards } from "~/features/admin/gift-cards/gift-card-tables";
import { kindAt } from "~/features/admin/products/kind-at.server";
import { Products } from "~/features/admin/products/product-list";
import { wordsAt } from "~/features/admin/products/words";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { movedCollectionForm, officeList } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { FilterBar } from "~/ui/filter-bar";
import { PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = (args) =>
  privateMeta(args.data?.name ?? "Products", "Page not found")(args);

export async function loader(args: LoaderFunctionArgs) {
  const { products, giftCards } = adminApi(args);
  const asked = Object.fromEntries(new URL(args.request.url).searchParams);
  const query = officeList.parse({ ...asked, kind: kindAt(args) });
  const listed = await load(products.office.list(query));
  return { ...listed, sold: listed.hasSoldCards ? await load(giftCards.admin.listSold({ page: query.page })) : null };
}

/** Moves a collection. */
export async function action(args: ActionFunctionArgs) {
  const { products } = adminApi(args);
  kindAt(args);
  const { noun, path } = wordsAt(args.params);
  const submission = await readForm(args.request, movedCollectionForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const moved = await attemptLogged(args, products.moveCollection(submission.value));
  const toast = moved.ok
    ? successToast("Order updated", moved.value.title)
    : errorToast(`Failed to move the ${noun}`, moved.message);
  return redirectWithToast(args, path, toast);
}

export default function ProductsPage() {
  const { name, lede, links, products, empty, found, sold } = useLoaderData<typeof loader>();
  const { noun, name: one, title, path } = wordsAt(useParams());
  return (
    <>
      <PageHead title={name} lede={lede}>
        {links.map(({ label, to }) => (
          <ButtonLink key={to} kind="quiet" to={to}>
            {label}
          </ButtonLink>
        ))}
        <ButtonLink to={`${path}/new`}>{`Add ${title}`}</ButtonLink>
      </PageHead>
      {found && <FilterBar path={path} label={`${one}s`} chosen={{ search: found.search }} search={found.searched} />}
      {/* `?index` posts to this route instead of its parent. */}
      <Products products={products} empty={empty} noun={noun} action={`${path}?index`} />
      {found && (
        <Pagination
          page={found.page}
          noun={`${noun}s`}
          addressOf={(number) => listAddress(path, { search: found.search }, number)}
        />
      )}
      {sold && <SoldCards sold={sold} />}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
