import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import { CaptionsForm } from "~/features/admin/library/captions-form";
import { loadCaptions, saveCaptions } from "~/features/admin/library/captions.server";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(headingOf(data.captions), siteOf(matches))
    : errorMeta(error, siteOf(matches), "Captions not found");

export const loader = (args: LoaderFunctionArgs) => loadCaptions(args);
export const action = (args: ActionFunctionArgs) => saveCaptions(args);

const headingOf = ({ name }: { name: string }) => `${name} captions`;

export default function CaptionsPage() {
  const { back, captions } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  return (
    <>
      <BackLink to={back}>{captions.title}</BackLink>
      <PageHead title={headingOf(captions)} lede="What is said, and when. Members read it as the transcript, too." />
      <CaptionsForm key={conflictKey(refused)} back={back} captions={captions} refused={refused} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
