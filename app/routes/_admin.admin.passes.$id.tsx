import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { passesPath, passFormPath } from "~/features/admin/admin-paths";
import { conflictKey } from "~/features/admin/form-version";
import { PassForm, passLabels, passValues } from "~/features/admin/passes/pass-form";
import { saveProduct } from "~/features/admin/products/save-product.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { editedPassForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Edit Pass", "Pass not found");

export async function loader(args: LoaderFunctionArgs) {
  const { passes, categories } = adminApi(args);
  return {
    opened: await load(passes.admin.getForm({ id: idOf(args) })),
    categories: await load(categories.list()),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).passes;
  const id = idOf(args);
  const read = async () => {
    const { version, otherHolders: _, ...now } = await load(admin.getForm({ id }));
    return { version, values: passValues(now) };
  };
  return saveProduct(args, {
    kind: "pass",
    schema: editedPassForm,
    done: "saved",
    save: ({ price: priceMinor, ...typed }) => admin.edit({ ...typed, priceMinor, id }),
    saved: { labels: passLabels, read },
  });
}

export default function EditPassPage() {
  const { opened, categories } = useLoaderData<typeof loader>();
  const { id, version, kept: _, otherHolders, ...pass } = opened;
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={passesPath}>Passes</BackLink>
      <PageHead title="Edit Pass" lede="Changes are for those who buy it from now on." />
      <PassForm
        key={conflictKey(refused)}
        action={passFormPath(id)}
        pass={pass}
        categories={categories}
        otherHolders={otherHolders}
        version={version}
        refused={refused}
      />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
