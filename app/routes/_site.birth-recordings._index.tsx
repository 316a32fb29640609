import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadCollection } from "~/collections.server";
import { CollectionScreen } from "~/components/collection-screen";
import { ErrorScreen } from "~/components/error-screen";
import { collectionMeta } from "~/lib/collection-meta";
import { opensDialog } from "~/lib/site";
import { buyCollection } from "~/purchase.server";

export const handle = opensDialog;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  collectionMeta("birth", Boolean(data), error, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadCollection(args, "birth");
}

export async function action(args: ActionFunctionArgs) {
  return buyCollection(args, "birth");
}

export default function BirthRecordings() {
  return <CollectionScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorScreen as ErrorBoundary };
