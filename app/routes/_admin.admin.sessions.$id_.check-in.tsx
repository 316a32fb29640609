import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SessionErrorScreen } from "~/features/admin/admin-error";
import { CheckInRow, UnsentNotice } from "~/features/admin/check-in/check-in-list";
import { countHere, standingOf } from "~/features/admin/check-in/check-ins";
import { checkInsOf, useCheckIns } from "~/features/admin/check-in/use-check-ins";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { checkInForm } from "~/server/schemas.server";
import { EmptyState } from "~/ui/card";
import { FilterBar } from "~/ui/filter-bar";
import { BackLink, PageHead } from "~/ui/page-head";
import { Pagination } from "~/ui/pagination";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Check in");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { page, search = "" } = Object.fromEntries(new URL(args.request.url).searchParams);
  const query = { sessionId: idOf(args), search, page };
  return { ...(await load(api.bookings.attendees.listArrivals(query))), search };
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, checkInForm);
  if (submission.status !== "success") throw new Response("Not Found", { status: 404 });
  const { isHere } = submission.value;
  const call = api.bookings.attendees.checkIn({ ...submission.value, sessionId: idOf(args) });
  const ticked = await attemptLogged(args, call, "Please try again.");
  const { pathname, search } = new URL(args.request.url);
  return redirectWithToast(
    args,
    pathname.replace(/\.data$/, "") + search,
    ticked.ok ? successToast(isHere ? "Checked in" : "Taken back") : errorToast("Error", ticked.message),
  );
}

/** Shows the check-in for bad reception: a tap shows at once and is kept until it is sent. Works without scripting. */
export default function CheckInPage() {
  const { session, arrivals, counts, page, search, readAt } = useLoaderData<typeof loader>();
  const accountId = useSite()?.checkInAccountId ?? null;
  const checkIns = useCheckIns(accountId);
  useReloadAfterOtherTabs(checkIns.sentElsewhere);
  const { typed, area, onChange } = useTyped(search);
  const path = `/admin/sessions/${session.id}/check-in`;
  // If all attendees are loaded, the search filters them without a request.
  const isAllThere = search === "" && page.count === 1;
  const shown = isAllThere ? arrivals.filter(({ name, bookedBy }) => isNamed(`${name} ${bookedBy}`, typed)) : arrivals;
  const action = listAddress(path, { search }, page.number);
  const { here, booked } = countHere({ arrivals, counts, readAt }, checkIns);
  return (
    <>
      <BackLink to={`/admin/sessions/${session.id}/attendees`}>Attendees</BackLink>
      <PageHead title="Check in" lede={`${session.title}: ${here} of ${booked} here`} />
      {counts.booked > 0 && (
        <div ref={area} onChange={onChange}>
          <FilterBar path={path} label="Attendees" chosen={{ search }} search="Name" />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState>
          {counts.booked === 0 ? "No attendees yet for this session." : "No one of that name is booked."}
        </EmptyState>
      ) : (
        <ul className="grid max-w-144 gap-3">
          {shown.map((attendee) => (
            <CheckInRow
              key={attendee.id}
              attendee={attendee}
              standing={standingOf(attendee, readAt, checkIns)}
              action={action}
              onSet={(isHere) => accountId && checkInsOf(accountId).set(attendee.id, isHere, session.id)}
            />
          ))}
        </ul>
      )}
      <UnsentNotice {...checkIns} path={path} onSendNow={() => accountId && void checkInsOf(accountId).sendNow()} />
      <Pagination page={page} noun="attendees" addressOf={(number) => listAddress(path, { search }, number)} />
      <p className="sr-only" role="status">
        {shown.length === 1 ? "1 person" : `${shown.length} people`}
      </p>
    </>
  );
}

/** Returns the search field's text: at first the search of the address, or what was typed before hydration. */
function useTyped(search: string) {
  const [typing, setTyping] = useState({ after: search, text: search });
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const early = area.current?.querySelector("input");
    if (early) setTyping({ after: early.defaultValue, text: early.value });
  }, []);
  const onChange = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement) setTyping({ after: search, text: target.value });
  };
  return { typed: typing.after === search ? typing.text : search, area, onChange };
}

/** Reloads the list when another tab has sent a check-in, whose result only the server knows. */
function useReloadAfterOtherTabs(sentElsewhere: number): void {
  const { revalidate } = useRevalidator();
  const known = useRef(sentElsewhere);
  useEffect(() => {
    if (known.current === sentElsewhere) return;
    known.current = sentElsewhere;
    revalidate();
  }, [sentElsewhere, revalidate]);
}

const isNamed = (name: string, typed: string): boolean => plain(name).includes(plain(typed.trim()));

/** Normalizes as the server's search does: without capitals and accents. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

export { SessionErrorScreen as ErrorBoundary };
