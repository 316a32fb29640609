import { data, type MetaFunction } from "@remix-run/node";
import { ErrorScreen, NotFoundScreen } from "~/features/layout/error-screen";
import { siteOf, pageTitle } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Page not found", siteOf(matches)) }];

export function loader() {
  return data(null, { status: 404 });
}

export default NotFoundScreen;

export { ErrorScreen as ErrorBoundary };
