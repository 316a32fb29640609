import { data, type MetaFunction } from "@remix-run/node";
import { ErrorScreen, NotFoundScreen } from "~/features/layout/error-screen";
import { siteOf, titled } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => [{ title: titled("Page not found", siteOf(matches)) }];

export function loader() {
  return data(null, { status: 404 });
}

export default NotFoundScreen;

export { ErrorScreen as ErrorBoundary };
