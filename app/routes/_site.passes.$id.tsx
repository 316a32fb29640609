import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { loadPass } from "~/features/passes/pass.server";
import { buyItem } from "~/features/purchases/purchase.server";
import { passSale } from "~/features/purchases/sales.server";
import { errorMeta, pageMeta, pageTitle, siteOf } from "~/lib/page-meta";
import { idOf } from "~/server/api.server";

export { PassScreen as default } from "~/features/passes/pass-screen";
export { opensDialog as handle } from "~/lib/site";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site, "Pass not found");
  const { id, title, description, terms } = data.pass;
  return pageMeta(
    { title: pageTitle(title, site), description: description || terms.join(" "), path: `/passes/${id}` },
    site,
  );
};

export const loader = loadPass;
export const action = (args: ActionFunctionArgs) => buyItem(args, passSale(idOf(args)));

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Pass not found"
          text="It may no longer be for sale."
          action={{ label: "See all passes", to: "/passes" }}
        />
      }
    />
  );
}
