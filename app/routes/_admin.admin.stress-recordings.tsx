import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { libraryTitles } from "~/features/admin/library/library";
import { LibraryScreen } from "~/features/admin/library/library-screen";
import { actOnLibrary, loadLibrary } from "~/features/admin/library/library.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta(libraryTitles.stress);

export async function loader(args: LoaderFunctionArgs) {
  return loadLibrary(args, "stress");
}

export async function action(args: ActionFunctionArgs) {
  return actOnLibrary(args, "stress");
}

export default function StressLibrary() {
  return (
    <LibraryScreen collection="stress" {...useLoaderData<typeof loader>()} refused={useFormAnswer<typeof action>()} />
  );
}

export { AdminErrorScreen as ErrorBoundary };
