import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { AuthLayout, AuthMessage } from "~/features/layout/auth-layout";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { successToast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Announcements");

function refOf({ request, params }: LoaderFunctionArgs | ActionFunctionArgs) {
  return { id: params.id ?? "", key: new URL(request.url).searchParams.get("key") ?? "" };
}

export async function loader(args: LoaderFunctionArgs) {
  return load(apiFor(args).mail.getSubscription(refOf(args)));
}

export async function action(args: ActionFunctionArgs) {
  const answer = (await readFields(args.request)).get("answer");
  if (answer !== "unsubscribe" && answer !== "subscribe") throw new Response("Not an answer", { status: 400 });
  const isUnsubscribed = answer === "unsubscribe";
  const saved = await load(attempt(apiFor(args).mail.setUnsubscribed({ ...refOf(args), isUnsubscribed })));
  if (!saved.ok) return data({ message: saved.message }, saved.status);
  const { pathname, search } = new URL(args.request.url);
  return redirectWithToast(
    args,
    pathname + search,
    successToast(isUnsubscribed ? "You have unsubscribed" : "You are subscribed again"),
  );
}

export default function UnsubscribePage() {
  const { to, address, isUnsubscribed, wording } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const isBusy = useIsPosting(pathname + search);
  const name = useSite()?.name ?? "Breathroom";
  const { title, sent, stopped } = texts[to];
  return (
    <AuthLayout>
      <AuthMessage title={isUnsubscribed ? `You’re unsubscribed from ${title}` : `Unsubscribe from ${title}?`}>
        {refused && <Notice kind="error">{refused.message}</Notice>}
        <p>
          {isUnsubscribed
            ? `${name} no longer sends ${stopped} to ${address}.`
            : `${name} will stop sending ${sent} to ${address}.`}
        </p>
        <p className="text-ink-soft">You’ll still get emails about your own bookings.</p>
        {isUnsubscribed && <p className="text-ink-soft">To subscribe again: “{wording}”</p>}
        <PostForm action={pathname + search} isBusy={isBusy}>
          <input type="hidden" name="answer" value={isUnsubscribed ? "subscribe" : "unsubscribe"} />
          <SubmitButton isBusy={isBusy}>{isUnsubscribed ? "Subscribe again" : "Unsubscribe"}</SubmitButton>
        </PostForm>
      </AuthMessage>
    </AuthLayout>
  );
}

const openings = "emails about parts of this collection that open";
const texts = {
  announcements: {
    title: "announcements",
    sent: "announcements and news about recordings",
    stopped: "announcements or news about recordings",
  },
  openings: { title: "emails about new parts", sent: openings, stopped: openings },
};
