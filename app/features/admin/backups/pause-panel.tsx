import { backupsPath } from "~/features/admin/admin-paths";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { ButtonStyle } from "~/ui/button";
import { Card } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";

type Pause = { madeAt: string; restoredAt: string; reconciledAt: string | null; unknownPayments: number };

/** Leads an admin from a restored site to an open one: first Stripe, then their word. */
export function PausePanel({ pause }: { pause: Pause }) {
  const { madeAt, restoredAt, reconciledAt, unknownPayments } = pause;
  return (
    <Card title="This site is paused">
      <Facts
        facts={[
          { label: "Backup made", value: madeAt },
          { label: "Restored", value: restoredAt },
          { label: "Stripe checked", value: reconciledAt ?? "Not yet" },
        ]}
      />
      <p>
        What happened after the backup is not here: bookings, cancellations, accounts. Everyone has been signed out, and
        mailed links to sign in no longer work. First ask Stripe what was paid and refunded since. Then open the site:
        mails that were owed are sent, and overdue holds and refunds are dealt with.
      </p>
      {reconciledAt !== null && <UnknownPayments count={unknownPayments} />}
      <div className="flex flex-wrap gap-3">
        <BackupAction intent="reconcile" failure="Stripe was not checked" kind={reconciledAt ? "quiet" : "solid"}>
          {reconciledAt ? "Check Stripe again" : "Check Stripe"}
        </BackupAction>
        {reconciledAt !== null && (
          <BackupAction intent="resume" failure="The site is still paused">
            Open the site
          </BackupAction>
        )}
      </div>
    </Card>
  );
}

type BackupActionProps = Pick<ButtonStyle, "kind"> & {
  intent: "backup" | "reconcile" | "resume";
  failure: string;
  children: string;
};

/** Renders a button of the page of backups, with a form of its own. */
export function BackupAction({ intent, failure, kind, children }: BackupActionProps) {
  const isBusy = useIsPosting(backupsPath);
  return (
    <PostForm action={backupsPath} isBusy={isBusy} failure={{ title: failure }}>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton isBusy={isBusy} kind={kind}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

function UnknownPayments({ count }: { count: number }) {
  if (count === 0) return <p>Every payment at Stripe since the backup is known here.</p>;
  return (
    <Notice kind="warning" isAnnounced={false}>
      {count === 1 ? "1 payment at Stripe belongs" : `${count} payments at Stripe belong`} to bookings or purchases that
      are not in the backup. <TextLink to="/admin/payments">Payments</TextLink> lists them: add the attendees again, or
      refund them at Stripe.
    </Notice>
  );
}
