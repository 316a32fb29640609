import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { kindAt } from "~/features/admin/products/kind-at.server";
import { Buyers, LinksBelow, WhatIsPaid } from "~/features/admin/products/opened-parts";
import { ProductForm } from "~/features/admin/products/product-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { wordsAt } from "~/features/admin/products/words";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = (args) => {
  const { title, name } = wordsAt(args.params);
  return privateMeta(`Edit ${title}`, `${name} not found`)(args);
};

const refOf = (args: LoaderFunctionArgs) => ({ kind: kindAt(args), ref: idOf(args, "ref") });

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).products.office.getForm(refOf(args)));

export async function action(args: ActionFunctionArgs) {
  const { office } = adminApi(args).products;
  const ref = refOf(args);
  return saveProduct(args, {
    done: "saved",
    save: (form) => office.edit({ ...ref, form }),
    readSaved: () => load(office.getForm(ref)),
  });
}

export default function EditProductPage() {
  const opened = useLoaderData<typeof loader>();
  const { list, version, title, lede, back, links = [], paid, buyers, linksBelow = [] } = opened;
  const { ref = "", ...params } = useParams();
  const words = wordsAt(params);
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={back?.to ?? words.path}>{back?.label ?? list}</BackLink>
      <PageHead title={title ?? `Edit ${words.title}`} lede={lede}>
        {links.length > 0 &&
          links.map(({ label, to }) => (
            <ButtonLink key={to} kind="quiet" to={to}>
              {label}
            </ButtonLink>
          ))}
      </PageHead>
      {paid && <WhatIsPaid {...paid} />}
      <ProductForm
        key={conflictKey(refused)}
        words={words}
        page={opened}
        action={`${words.path}/${ref}`}
        version={version}
        refused={refused}
      />
      {buyers && <Buyers {...buyers} />}
      <LinksBelow links={linksBelow} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
