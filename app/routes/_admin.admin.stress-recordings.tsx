import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { LibraryScreen } from "~/features/admin/library/library-screen";
import { libraryTitles } from "~/features/admin/library/library";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { actOnLibrary, loadLibrary } from "~/features/admin/library/library.server";

export { privateHeaders as headers } from "~/lib/page-meta";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction = ({ matches }) => privateMeta(libraryTitles.stress, siteOf(matches));

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
