import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { actOnLibrary, loadLibrary } from "~/features/admin/library/library.server";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { LibraryScreen as default } from "~/features/admin/library/library-screen";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(data.title, siteOf(matches)) : errorMeta(error, siteOf(matches));
export const loader = (args: LoaderFunctionArgs) => loadLibrary(args);
export const action = (args: ActionFunctionArgs) => actOnLibrary(args);
