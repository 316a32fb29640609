import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useOutletContext } from "@remix-run/react";
import { outsideAddress } from "@server/core/addresses";
import type { AdminSessionDetails } from "@server/office/managing/get-session-details";
import { copyLabels, endingLabels } from "~/features/admin/sessions/session-rows";
import { requireAdmin } from "~/server/auth.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { Picture } from "~/ui/picture";
import { RowAction } from "~/ui/row-actions";

export { privateHeaders as headers } from "~/lib/page-meta";

export function loader(args: LoaderFunctionArgs) {
  requireAdmin(args);
  return null;
}

export default function SessionDetailsTab() {
  const session = useOutletContext<AdminSessionDetails>();
  return (
    <>
      {session.lacksLink && (
        <Notice kind="warning">
          This online session has no joining link. <Link to={`/admin/sessions/${session.id}/edit`}>Add it</Link>
        </Notice>
      )}
      <div className="gap-x-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        <Basics session={session} />
        <Card title="Scheduling">
          <Facts
            facts={[
              { label: "Start time", value: <StartTime session={session} /> },
              { label: "Duration", value: `${session.durationMinutes} minutes` },
            ]}
          />
        </Card>
        <Card title="Capacity & Price">
          <Facts
            facts={[
              { label: "Max attendees", value: session.maxAttendees ?? "Unlimited" },
              { label: "Taken", value: session.counts.taken },
              { label: "Price", value: priceOf(session) },
            ]}
          />
        </Card>
        <Location session={session} />
        <RecordingCard session={session} />
        {session.whatToBring.length > 0 && (
          <Card title="What to Bring">
            <ul className="list-disc pl-5">
              {session.whatToBring.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Card>
        )}
        {session.image && (
          <Card title="Session image">
            <Picture
              className="aspect-16/9 w-full max-w-80 rounded-paper object-cover"
              src={session.image}
              sizes="20rem"
            />
          </Card>
        )}
      </div>
      <Actions session={session} />
    </>
  );
}

type Part = { session: AdminSessionDetails };

function Basics({ session }: Part) {
  return (
    <Card title="Basic Info">
      <Facts
        facts={[
          { label: "Title", value: session.title },
          { label: "Category", value: session.category ?? "None" },
          { label: "Description", value: <Paragraphs texts={session.description} /> },
          { label: "Shown", value: shownOf(session) },
        ]}
      />
    </Card>
  );
}

const Paragraphs = ({ texts }: { texts: string[] }) => (
  <div className="grid gap-3">
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
);

const shownOf = ({ isDraft, isFeatured }: AdminSessionDetails) =>
  [isDraft ? "Draft" : "Published", isFeatured && "featured"].filter(Boolean).join(", ");

const StartTime = ({ session: { start } }: Part) => (
  <time dateTime={start.iso}>
    {start.date}, {start.time} {start.zone}
  </time>
);

const priceOf = ({ price, currency, inPounds }: AdminSessionDetails) =>
  inPounds ? `${price} (${currency}), saved as ${inPounds}` : `${price} (${currency})`;

function Location({ session }: Part) {
  const { isOnline, zoomLink, fullAddress, address, city, postCode } = session;
  const none = "None";
  const facts = isOnline
    ? [{ label: "Zoom link", value: <OutsideLink href={zoomLink} /> }]
    : [
        { label: "Full address", value: fullAddress ?? none },
        { label: "Street address", value: address ?? none },
        { label: "City", value: city ?? none },
        { label: "Post code", value: postCode ?? none },
      ];
  return (
    <Card title="Location">
      <Facts facts={[{ label: "Where", value: isOnline ? "Online" : "On-site" }, ...facts]} />
    </Card>
  );
}

function RecordingCard({ session: { id, recordingUrl, isRecordingPublic, hasBegun } }: Part) {
  const audience = isRecordingPublic ? "Everyone" : "Attendees only";
  return (
    <Card title="Recording">
      <Facts
        facts={[
          { label: "Recording link", value: <OutsideLink href={recordingUrl} /> },
          { label: "Who may watch", value: recordingUrl ? audience : null },
        ]}
      />
      {hasBegun && (
        <ButtonLink kind="quiet" size="small" to={`/admin/sessions/${id}/recording`}>
          {recordingUrl ? "Change the recording" : "Attach the recording"}
        </ButtonLink>
      )}
    </Card>
  );
}

/** What is no address of the web is shown, so that it can be corrected, and not linked. */
function OutsideLink({ href }: { href: string | null }) {
  const address = outsideAddress(href);
  if (address === null) return href || "None";
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  );
}

const reasons = {
  delete: null,
  cancel: "It has bookings or a waitlist, so it can’t be deleted. Cancelling tells everyone by email.",
  none: "It is over, and its bookings stay in your books, so it can’t be deleted.",
};

function Actions({ session }: Part) {
  const { id, formKey, isCancelled, ending } = session;
  const label = endingLabels[ending];
  return (
    <div className="flex flex-wrap gap-2">
      <RowAction
        action="/admin/sessions"
        fields={{ id, formKey }}
        {...copyLabels(session)}
        failure={{ title: "Failed to duplicate session" }}
      />
      {!isCancelled && label && (
        <ButtonLink kind="danger" size="small" to={`/admin/sessions/${id}/delete`}>
          {label}
        </ButtonLink>
      )}
      <p className="basis-full text-small leading-small text-ink-soft empty:hidden">
        {isCancelled ? "A draft with the same details is made for you to date and publish." : reasons[ending]}
      </p>
    </div>
  );
}
