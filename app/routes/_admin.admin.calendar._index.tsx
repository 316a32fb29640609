import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { BlockingCalendar } from "@server/selling/free-times/blocking-calendars";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { calendarPath } from "~/features/admin/admin-paths";
import { CalendarTable } from "~/features/admin/calendar/calendar-table";
import { FilesLink } from "~/features/admin/files/files-link";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readFields } from "~/server/form.server";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { HeadedSection } from "~/ui/headed-section";
import { Notice } from "~/ui/notice";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Your calendar");

export async function loader(args: LoaderFunctionArgs) {
  const { calendars } = adminApi(args);
  const [listed, blocking] = [await load(calendars.list()), await load(calendars.listBlocking())];
  return { ...listed, blocking };
}

export async function action(args: ActionFunctionArgs) {
  const { calendars } = adminApi(args);
  const fields = await readFields(args.request);
  const id = fields.get("id") ?? "";
  const invitations = fields.get("invitations");
  if (invitations !== null) {
    const countsOpen = invitations === "count";
    const chosen = await attemptLogged(args, calendars.chooseInvitations({ id, countsOpen }));
    return redirectWithToast(
      args,
      calendarPath,
      chosen.ok ? saidOf(countsOpen) : errorToast("Not saved", chosen.message),
    );
  }
  const tested = await attemptLogged(args, calendars.test({ id }));
  const toast = tested.ok
    ? successToast("The calendar answers", "What was found is in the list.")
    : errorToast("No answer", tested.message);
  return redirectWithToast(args, calendarPath, toast);
}

const saidOf = (countsOpen: boolean) =>
  successToast(countsOpen ? "Open invitations count as busy" : "Open invitations are ignored");

export default function CalendarPage() {
  const { addresses, account, leaving, blocking } = useLoaderData<typeof loader>();
  const written = account?.calendars.find(({ isWritten }) => isWritten);
  const read = [...addresses, ...(account?.calendars.filter(({ isRead }) => isRead) ?? [])];
  return (
    <>
      <PageHead
        title="Your calendar"
        lede="What is in your own calendar takes those times away from one-to-one sessions. Only when you are busy is kept here, not why."
      >
        <ButtonLink to={`${calendarPath}/address`}>Add a secret address</ButtonLink>
      </PageHead>
      <HeadedSection heading="When you are busy">
        {read.length === 0 ? (
          <p className="max-w-160 text-ink-soft">
            No calendar is read yet. Google, Outlook and iCloud each give you a secret address; other services are
            connected below.
          </p>
        ) : (
          <>
            {blocking.map((calendar) => (
              <Notice key={calendar.name} kind="warning" isAnnounced={false}>
                {sayBlocking(calendar)}
              </Notice>
            ))}
            <CalendarTable calendars={read} />
            <p className="max-w-160 text-small text-ink-soft">
              Read every 5 minutes, and again whenever someone books. Tentative events count as busy, events marked as
              free do not. An invitation counts once you have accepted it, or if you let the calendar’s open invitations
              count. Your own sessions never block themselves.
            </p>
            <FilesLink kind="calendars" />
          </>
        )}
      </HeadedSection>
      <HeadedSection heading="Your account (CalDAV)">
        {leaving && (
          <Notice kind="information" isAnnounced={false}>
            Your sessions are being removed from {leaving.host}: {leaving.left} left. If that fails for an hour, you get
            a mail.
          </Notice>
        )}
        {account ? (
          <>
            {account.outage && (
              <Notice kind="warning" isAnnounced={false}>
                Since {account.outage.since} your sessions can’t be written there. {account.outage.reason} What is
                missing follows as soon as it works again.
              </Notice>
            )}
            <div className="max-w-160">
              <Facts
                facts={[
                  { label: "Server", value: account.host },
                  { label: "User name", value: account.user ?? "Can’t be decrypted: connect the account again" },
                  { label: "Your sessions are written into", value: written?.name ?? "No calendar" },
                ]}
              />
            </div>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`${calendarPath}/choose`}>Choose calendars</ButtonLink>
              <ButtonLink kind="quiet" to={`${calendarPath}/account`}>
                Enter the password again
              </ButtonLink>
              <ButtonLink kind="quiet" to={`${calendarPath}/disconnect`}>
                Disconnect
              </ButtonLink>
            </div>
          </>
        ) : (
          <>
            <p className="max-w-160 text-ink-soft">
              With iCloud, Fastmail, Nextcloud and others, an app password lets the site read your calendars and write
              your sessions into one of them: each appears within a minute, and moves and disappears with the session.
            </p>
            <div>
              <ButtonLink kind="quiet" to={`${calendarPath}/account`}>
                Connect an account
              </ButtonLink>
            </div>
          </>
        )}
      </HeadedSection>
    </>
  );
}

function sayBlocking({ name, eventLeavesMinutes: left }: BlockingCalendar): string {
  const all = `“${name}” takes away all free times of the next four weeks.`;
  if (left === null) return `${all} If that is not meant, remove or free what is in it.`;
  const gap = left === 0 ? "leaves no time free" : `leaves ${left === 1 ? "1 minute" : `${left} minutes`} free at most`;
  return `${all} One event in it ${gap}: look for one that is very long or repeats very often, and delete or decline it.`;
}

export { AdminErrorScreen as ErrorBoundary };
