import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { buyItem } from "~/features/purchases/purchase.server";
import { resourceSale } from "~/features/purchases/sales.server";
import { loadResource } from "~/features/resources/resource.server";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { idOf } from "~/server/api.server";

export { ResourceScreen as default } from "~/features/resources/resource-screen";
export { opensDialog as handle } from "~/lib/site";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Resource not found");
  const { id, title, description } = data.resource;
  return pageMeta({ title: pageTitle(title, site), description, path: `/resources/${id}`, type: "article" }, site);
};

export const loader = loadResource;
export const action = (args: ActionFunctionArgs) => buyItem(args, resourceSale(idOf(args)));

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Resource not found"
          text="It may no longer be available."
          action={{ label: "See all resources", to: "/resources" }}
        />
      }
    />
  );
}
