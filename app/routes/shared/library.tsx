import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { libraryTitles } from "~/features/admin/library/library";
import { actOnLibrary, loadLibrary } from "~/features/admin/library/library.server";
import { collectionOf } from "~/lib/collections";
import { privateTags, siteOf } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { LibraryScreen as default } from "~/features/admin/library/library-screen";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ location, matches }) =>
  privateTags(libraryTitles[collectionOf(location)], siteOf(matches));
export const loader = (args: LoaderFunctionArgs) => loadLibrary(args, collectionOf(new URL(args.request.url)));
export const action = (args: ActionFunctionArgs) => actOnLibrary(args, collectionOf(new URL(args.request.url)));
