import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { bookTimeId } from "~/features/one-to-one/ask-dialog";
import { requestRefOf } from "~/features/one-to-one/slot.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { useIsBehindDialog } from "~/lib/site";
import { apiFor, attempt, load } from "~/server/api.server";
import { ButtonLink } from "~/ui/button";
import { Masthead } from "~/ui/masthead";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";
import { FactNote, Ticket, TicketLayout } from "~/ui/ticket";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Your request", "Request not found");

export const loader = (args: LoaderFunctionArgs) => load(apiFor(args).oneToOne.requests.get(requestRefOf(args)));

/** Takes the request back. */
export async function action(args: ActionFunctionArgs) {
  const ref = requestRefOf(args);
  const withdrawn = await load(attempt(apiFor(args).oneToOne.requests.withdraw(ref)));
  if (!withdrawn.ok) return data({ message: withdrawn.message }, withdrawn.status);
  return redirect(`/my-request/${ref.id}?${new URLSearchParams({ key: ref.key }).toString()}`, 303);
}

const texts = {
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
              {bookPath && (
                <ButtonLink to={bookPath} id={bookTimeId}>
                  Book this time
                </ButtonLink>
              )}
              {!isOpen && <ButtonLink to={offerPath}>See the free times</ButtonLink>}
              {isOpen && (
                <PostForm action={address} isBusy={isBusy}>
                  <SubmitButton kind="quiet" isBusy={isBusy}>
                    Take the request back
                  </SubmitButton>
                </PostForm>
              )}
            </div>
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
