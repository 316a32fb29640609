import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkPage } from "~/features/accounts/link-page";
import { privateMeta } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { refuseLink } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Announcements");

function refOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return { id: params.id ?? "", key: new URL(request.url).searchParams.get("key") ?? "" };
}

export async function loader(args: LoaderFunctionArgs) {
  const link = await load(apiFor(args).mail.peekConsent(refOf(args)));
  return data({ ...link, toast: null as Toast | null }, { status: link.isValid ? 200 : 410 });
}

export async function action(args: ActionFunctionArgs) {
  const confirmed = await load(attempt(apiFor(args).mail.confirmConsent(refOf(args))));
  if (!confirmed.ok) return refuseLink(confirmed);
  return redirectWithToast(args, "/", successToast("Thank you", "You’ll get news by email from now on."));
}

export default function ConfirmAnnouncementsPage() {
  const opened = useLoaderData<typeof loader>();
  const name = useSite()?.name ?? "Breathroom";
  return (
    <LinkPage
      title="Would you like news by email?"
      text={`Confirm that ${name} may email news and offers to ${opened.address}. Every email has a link to unsubscribe.`}
      button="Yes, email me news"
      loaded={opened}
      submitted={useActionData<typeof action>()}
      nextStep={{
        text: "To get news by email, tick the box again when you next book.",
        label: "See upcoming sessions",
        to: "/",
      }}
    />
  );
}
