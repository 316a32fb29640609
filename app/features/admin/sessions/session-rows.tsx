import { useLocation } from "@remix-run/react";
import type { AdminSession } from "@server/office/managing/list-sessions";
import { useIsFiltering, useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { CoverLink } from "~/ui/link";
import { PostForm } from "~/ui/post-form";
import { RowMenu } from "~/ui/row-actions";
import { RowList } from "~/ui/list";

const row = [
  "relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 pr-2 pl-4 hover:bg-sunken",
  "focus-within:has-[:focus-visible]:bg-sunken md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-4 md:py-2.5 md:pr-4 md:pl-5",
].join(" ");

const duplicateFormId = "duplicate";

type DuplicateFormProps = { action: string; formKey: string };

/** Renders the form of every row's button that makes a copy, which adds the session's id. */
export function DuplicateForm({ action, formKey }: DuplicateFormProps) {
  const failure = { title: "Failed to duplicate session" };
  return (
    <PostForm id={duplicateFormId} action={action} isBusy={useIsPosting(action)} failure={failure}>
      <input type="hidden" name="formKey" value={formKey} />
    </PostForm>
  );
}

type SessionRowsProps = { sessions: AdminSession[] };

/** Renders one compact row for each session, which opens it; everything else is in the row's menu. */
export function SessionRows({ sessions }: SessionRowsProps) {
  const isBusy = useIsFiltering(useLocation().pathname);
  return (
    <RowList isBusy={isBusy}>
      {sessions.map((session) => (
        <li key={session.id} className={row}>
          <img
            className="size-12 rounded-[50%] object-cover max-md:hidden"
            src={session.image}
            alt=""
            loading="lazy"
            width={48}
            height={48}
          />
          <div className="grid gap-0.5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
              <h3 className="text-subtitle">
                <CoverLink to={`/admin/sessions/${session.id}`} className="focus-visible:underline">
                  {session.title}
                </CoverLink>
              </h3>
              <Badges session={session} />
            </div>
            <SessionFacts session={session} />
          </div>
          <SessionMenu session={session} />
        </li>
      ))}
    </RowList>
  );
}

function SessionFacts({ session }: { session: AdminSession }) {
  const { start, duration, place, price, category, waiting } = session;
  const details = [duration, place, price, category].filter(Boolean).join(" · ");
  return (
    <p className="text-small leading-small text-ink-soft">
      <time dateTime={start.iso}>{`${start.date}, ${start.time} ${start.zone}`}</time>{" "}
      <span className="max-md:hidden">{`· ${details} `}</span>
      <Places session={session} />
      {waiting > 0 && `, ${waiting} waiting`}
    </p>
  );
}

const Places = ({ session: { taken, maxAttendees } }: { session: AdminSession }) =>
  maxAttendees === null ? (
    `· ${taken} booked`
  ) : (
    <>
      {`· ${taken} of ${maxAttendees}`}
      <span className="max-md:sr-only"> places taken</span>
    </>
  );

function Badges({ session }: { session: AdminSession }) {
  const badges = [
    session.isCancelled && { label: "Cancelled", tone: "red" as const },
    session.isDraft && { label: "Draft", tone: "yellow" as const },
    session.isFeatured && { label: "Featured", tone: "green" as const },
    session.isOfSeries && { label: "Series", tone: "blue" as const },
    session.isOneToOne && { label: "One to one", tone: "blue" as const },
  ].filter((badge) => badge !== false);
  return badges.map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
}

/** Returns the label of the action that makes a draft copy of a session, and its name among those of others. */
export const copyLabels = ({ title, isCancelled }: Pick<AdminSession, "title" | "isCancelled">) =>
  isCancelled
    ? { label: "Plan it again", name: `Plan it again: ${title}` }
    : { label: "Duplicate", name: `Duplicate ${title}` };

/** The label of the action that ends a session, if there is one. */
export const endingLabels = { delete: "Delete", cancel: "Cancel session", none: null };

function SessionMenu({ session }: { session: AdminSession }) {
  const { id, title, isCancelled, ending } = session;
  const path = `/admin/sessions/${id}`;
  const label = isCancelled ? null : endingLabels[ending];
  return (
    <RowMenu
      name={`Change ${title}`}
      items={[
        { label: "Edit", to: `${path}/edit`, name: `Edit ${title}` },
        {
          ...copyLabels(session),
          form: duplicateFormId,
          field: { name: "id", value: id },
        },
        ...(label ? [{ label, to: `${path}/delete`, name: `${label} ${title}`, isDangerous: true }] : []),
      ]}
    />
  );
}
