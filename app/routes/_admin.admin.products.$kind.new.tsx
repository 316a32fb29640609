import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { kindAt } from "~/features/admin/products/kind-at.server";
import { ProductChoice } from "~/features/admin/products/product-choice";
import { ProductForm } from "~/features/admin/products/product-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { wordsAt } from "~/features/admin/products/words";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = (args) =>
  privateMeta(`Add ${wordsAt(args.params).title}`, "Page not found")(args);

export async function loader(args: LoaderFunctionArgs) {
  const { products } = adminApi(args);
  const of = new URL(args.request.url).searchParams.get("of") ?? undefined;
  return { formKey: randomUUID(), ...(await load(products.office.getNew({ kind: kindAt(args), of }))) };
}

export async function action(args: ActionFunctionArgs) {
  const { products } = adminApi(args);
  const kind = kindAt(args);
  return saveProduct(args, { done: "added", save: (form) => products.office.create({ kind, form }) });
}

export default function NewProductPage() {
  const { formKey, list, ...page } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const words = wordsAt(useParams());
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={words.path}>{list}</BackLink>
      <PageHead title={`Add ${words.title}`} lede={page.lede} />
      {page.choices ? (
        <ProductChoice choices={page.choices} />
      ) : (
        <ProductForm words={words} page={page} action={pathname + search} formKey={formKey} refused={refused} />
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
