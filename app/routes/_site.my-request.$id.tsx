import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { bookTimeId } from "~/features/one-to-one/ask-dialog";
import { requestRefOf, takenPath } from "~/features/one-to-one/slot.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { useIsBehindDialog } from "~/lib/site";
import { successToast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { ButtonLink } from "~/ui/button";
import { Masthead } from "~/ui/masthead";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";
import { FactNote, Ticket, TicketLayout } from "~/ui/ticket";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Your request", "Request not found");

export const loader = (args: LoaderFunctionArgs) => load(apiFor(args).oneToOne.requests.get(requestRefOf(args)));

/** Confirms the request, takes it back, or deletes what was written in one that has ended. */
export async function action(args: ActionFunctionArgs) {
  const ref = requestRefOf(args);
  const intent = (await readFields(args.request)).get("intent");
  if (intent === deleting) return forget(args, ref);
  if (intent === confirming) {
    const confirmed = await load(attempt(apiFor(args).oneToOne.requests.confirm(ref)));
    if (confirmed.ok) return redirect(confirmed.value.next, 303);
    if (confirmed.ending) return leadToOtherTimes(args, ref);
    return data({ message: confirmed.message }, confirmed.status);
  }
  const withdrawn = await load(attempt(apiFor(args).oneToOne.requests.withdraw(ref)));
  if (!withdrawn.ok) return data({ message: withdrawn.message }, withdrawn.status);
  return redirect(`/my-request/${ref.id}?${new URLSearchParams({ key: ref.key }).toString()}`, 303);
}

const deleting = "delete";
const confirming = "confirm";

async function forget(args: ActionFunctionArgs, ref: ReturnType<typeof requestRefOf>) {
  const api = apiFor(args);
  const { offerPath } = await load(api.oneToOne.requests.get(ref));
  const forgotten = await load(attempt(api.people.forgetRequest(ref)));
  if (!forgotten.ok) return data({ message: forgotten.message }, forgotten.status);
  return redirectWithToast(args, offerPath, successToast("Request deleted", "What you wrote in it is gone."));
}

/** Leads to the free times of the day whose chosen time has been taken. */
async function leadToOtherTimes(args: ActionFunctionArgs, ref: ReturnType<typeof requestRefOf>) {
  const { offerPath, startsAt } = await load(apiFor(args).oneToOne.requests.get(ref));
  return redirect(takenPath(offerPath, startsAt.iso.slice(0, 10)), 303);
}

const texts = {
  unconfirmed: {
    title: "Would you like this time?",
    text: "It is not held yet. Press the button, and it is held for you until I have answered by email.",
  },
  asked: { title: "You have asked for this time", text: "It is held for you until I have answered by email." },
  approved: { title: "Book your time", text: "This time suits me. It is held for you, please book it." },
  declined: { title: "This time does not suit", text: "Nothing was booked or charged. Would another time suit you?" },
  withdrawn: { title: "You have taken your request back", text: "The time is free for others. Nothing was charged." },
  lapsed: { title: "Your request has ended", text: "The time is no longer held for you. Nothing was charged." },
  booked: { title: "You have booked this time", text: "The email about your booking has all that you need." },
};

export default function RequestPage() {
  const request = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  const address = pathname.replace(/\/book$/, "") + search;
  const isBusy = useIsPosting(address);
  const { status, until, bookPath, offerPath } = request;
  const isOpen = status === "asked" || status === "approved";
  const isUnconfirmed = status === "unconfirmed";
  const hasEnded = !isOpen && !isUnconfirmed && status !== "booked";
  return (
    <>
      <Masthead isInert={useIsBehindDialog()}>
        <TicketLayout className="page-width pt-10">
          <div className="grid content-start gap-3">
            {refused && <Notice kind="error">{refused.message}</Notice>}
            <h1 className="text-display">{texts[status].title}</h1>
            <Lede>{texts[status].text}</Lede>
            {bookPath && until && <p className="text-ink-soft">Held until {until}.</p>}
            <div className="mt-3 flex flex-wrap items-center gap-3">
              {isUnconfirmed && (
                <PostForm action={address} isBusy={isBusy}>
                  <input type="hidden" name="intent" value={confirming} />
                  <SubmitButton isBusy={isBusy}>Confirm the request</SubmitButton>
                </PostForm>
              )}
              {bookPath && (
                <ButtonLink to={bookPath} id={bookTimeId}>
                  Book this time
                </ButtonLink>
              )}
              {!isOpen && (
                <ButtonLink to={offerPath} kind={isUnconfirmed ? "quiet" : "solid"}>
                  See the free times
                </ButtonLink>
              )}
              {isOpen && (
                <PostForm action={address} isBusy={isBusy}>
                  <SubmitButton kind="quiet" isBusy={isBusy}>
                    Take the request back
                  </SubmitButton>
                </PostForm>
              )}
            </div>
            {hasEnded && (
              <PostForm action={address} isBusy={isBusy} className="mt-3 grid justify-items-start gap-2">
                <input type="hidden" name="intent" value={deleting} />
                <p className="text-ink-soft">Your name, address and answers are still kept with this request.</p>
                <SubmitButton kind="quiet" isBusy={isBusy}>
                  Delete them
                </SubmitButton>
              </PostForm>
            )}
          </div>
          <Ticket
            label="Session details"
            title={request.title}
            start={request.startsAt}
            duration={request.duration}
            where={
              <>
                {request.place} <FactNote>{request.isOnline ? "" : "In person"}</FactNote>
              </>
            }
          >
            {null}
          </Ticket>
        </TicketLayout>
      </Masthead>
      <Outlet />
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
