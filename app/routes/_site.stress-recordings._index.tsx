import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { collectionMeta } from "~/features/recordings/collection-data";
import { CollectionScreen } from "~/features/recordings/collection-screen";
import { loadCollection } from "~/features/recordings/collections.server";
import { buyCollection } from "~/features/recordings/purchase.server";
import { opensDialog } from "~/lib/site";

export const handle = opensDialog;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  collectionMeta("stress", Boolean(data), error, matches);

export async function loader(args: LoaderFunctionArgs) {
  return loadCollection(args, "stress");
}

export async function action(args: ActionFunctionArgs) {
  return buyCollection(args, "stress");
}

export default function StressRecordings() {
  return <CollectionScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorScreen as ErrorBoundary };
