import type { ReactNode } from "react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useSite } from "~/lib/site";
import { Badge } from "~/ui/badge";
import { buttonStyle } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton, KeyText } from "~/ui/copy-button";
import { Hint } from "~/ui/field-frame";
import { PostForm, SubmitButton } from "~/ui/post-form";

/** Shows what only the member may do; an admin who is signed in to the account reads that it is not available. */
export function MemberOnly({ children }: { children: ReactNode }) {
  const impersonation = useSite()?.impersonation;
  if (!impersonation) return children;
  return <Hint>Not available while you are logged in as {impersonation.fullName ?? "this member"}.</Hint>;
}

type AnnouncementsCardProps = { isOn: boolean; isStopped: boolean; text: string; action: string };

export function AnnouncementsCard({ isOn, isStopped, text, action }: AnnouncementsCardProps) {
  const isBusy = useIsPosting(action);
  return (
    <Card title="Announcements" badge={isOn ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}>
      <p>{text}</p>
      <Hint>
        {isStopped
          ? "You don’t get emails about recordings of your sessions either. You’ll still get all others about your bookings."
          : "Emails about your own bookings don’t depend on this."}
      </Hint>
      <MemberOnly>
        <PostForm action={action} isBusy={isBusy}>
          <input type="hidden" name="answer" value={isOn ? "unsubscribe" : "subscribe"} />
          <SubmitButton kind="quiet" isBusy={isBusy}>
            {isOn ? "Turn off announcements" : "Turn on announcements"}
          </SubmitButton>
        </PostForm>
      </MemberOnly>
    </Card>
  );
}

type CalendarFeedCardProps = {
  /** Null until the member has asked for one. */
  address: string | null;
  /** Whether the address is hidden: from an admin who is signed in to the account. */
  isHidden: boolean;
  action: string;
};

export function CalendarFeedCard({ address, isHidden, action }: CalendarFeedCardProps) {
  const isBusy = useIsPosting(action);
  return (
    <Card title="Calendar feed">
      <p>See your bookings in your own calendar. Changes and joining links appear there automatically.</p>
      {address && <FeedAddress address={address} />}
      {isHidden && <Hint>Only the member can see its address.</Hint>}
      {!isHidden && (
        <PostForm action={action} isBusy={isBusy}>
          {address && (
            <Hint className="mb-4">
              Anyone with this address can see your bookings. If others have it, create a new one: the old one stops
              working, and you’ll need to subscribe again.
            </Hint>
          )}
          <SubmitButton kind="quiet" isBusy={isBusy}>
            {address ? "Create a new address" : "Create my calendar feed"}
          </SubmitButton>
        </PostForm>
      )}
    </Card>
  );
}

function FeedAddress({ address }: { address: string }) {
  return (
    <>
      <KeyText>{address}</KeyText>
      <div className="flex flex-wrap gap-3">
        <a className={buttonStyle({ kind: "quiet" })} href={address.replace(/^https?:/, "webcal:")}>
          Subscribe
        </a>
        <CopyButton text={address} label="Copy address" />
      </div>
    </>
  );
}
