import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { libraryTitles } from "~/features/admin/library/library";
import { actOnLibrary, loadLibrary } from "~/features/admin/library/library.server";
import { privateMeta } from "~/lib/page-meta";

export { AdminErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
export { LibraryScreen as default } from "~/features/admin/library/library-screen";
export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta(libraryTitles.stress);
export const loader = (args: LoaderFunctionArgs) => loadLibrary(args, "stress");
export const action = (args: ActionFunctionArgs) => actOnLibrary(args, "stress");
