import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { passesPath } from "~/features/admin/admin-paths";
import { newPass, PassForm } from "~/features/admin/passes/pass-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { newPassForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Add Pass");

export async function loader(args: LoaderFunctionArgs) {
  return { formKey: randomUUID(), categories: await load(adminApi(args).categories.list()) };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).passes;
  return saveProduct(args, {
    kind: "pass",
    schema: newPassForm,
    done: "added",
    save: ({ price: priceMinor, ...typed }) => admin.create({ ...typed, priceMinor }),
  });
}

export default function NewPassPage() {
  const { formKey, categories } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={passesPath}>Passes</BackLink>
      <PageHead title="Add Pass" />
      <PassForm
        action={`${passesPath}/new`}
        pass={newPass}
        categories={categories}
        formKey={formKey}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
