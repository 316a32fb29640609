import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { entryRefOf, waitlistPath } from "~/features/waitlist/waitlist";
import { nounOf, WaitlistAnswer, WaitlistStanding } from "~/features/waitlist/waitlist-standing";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { useIsBehindDialog } from "~/lib/site";
import { successToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, load } from "~/server/api.server";
import { redirectWithToast } from "~/server/flash.server";
import { Masthead } from "~/ui/masthead";
import { Notice } from "~/ui/notice";
import { FactNote, Ticket, TicketLayout } from "~/ui/ticket";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data ? privateTags(`Waitlist, ${data.session.title}`, siteOf(matches)) : errorMeta(error, siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  return load(apiFor(args).waitlist.get(entryRefOf(args)));
}

export async function action(args: ActionFunctionArgs) {
  const form = await args.request.formData().catch(() => null);
  const answer = form?.get("answer");
  if (answer !== "decline" && answer !== "leave") throw new Response("Not an answer", { status: 400 });
  const ref = entryRefOf(args);
  const answered = await load(attempt(apiFor(args).waitlist[answer](ref)));
  if (!answered.ok) return data({ message: answered.message }, answered.status);
  return redirectWithToast(args, waitlistPath(ref), toasts[answer]);
}

const toasts: Record<"decline" | "leave", Toast> = {
  decline: successToast("Thanks for letting us know", "The place has been released."),
  leave: successToast("You have left the waitlist", "You won’t get any more emails about it."),
};

export default function WaitlistEntryPage() {
  const entry = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const ref = { id: entry.id, key: useSearchParams()[0].get("key") ?? "" };
  return (
    <>
      <Masthead isInert={useIsBehindDialog()}>
        <TicketLayout className="page-width pt-10">
          <div className="grid content-start gap-3">
            {refused && <Notice kind="error">{refused.message}</Notice>}
            <WaitlistStanding entry={entry} />
            <WaitlistAnswer entry={entry} entryRef={ref} />
            {entry.course && <CourseDatesToCome dates={entry.course.dates} />}
          </div>
          <Ticket
            label={nounOf(entry) === "course" ? "Course details" : "Session details"}
            title={entry.session.title}
            start={entry.startsAt}
            duration={entry.duration}
            where={
              <>
                {entry.where} <FactNote>{entry.session.isOnline ? "" : "In person"}</FactNote>
              </>
            }
          >
            <p className="text-small leading-small text-ink-soft">
              On the waitlist as {entry.firstName} {entry.lastName}, {entry.email}
              {entry.quantity > 1 && `, for ${entry.quantity} tickets`}
            </p>
          </Ticket>
        </TicketLayout>
      </Masthead>
      <Outlet />
    </>
  );
}

const CourseDatesToCome = ({ dates }: { dates: string[] }) => (
  <section className="mt-3 grid gap-2" aria-labelledby="dates">
    <h2 className="text-subtitle" id="dates">
      Dates to come
    </h2>
    <ul className="grid gap-1 text-ink-soft">
      {dates.map((date) => (
        <li key={date}>{date}</li>
      ))}
    </ul>
  </section>
);

export { ErrorScreen as ErrorBoundary };
