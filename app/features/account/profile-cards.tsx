import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge } from "~/ui/badge";
import { buttonStyle } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton, KeyText } from "~/ui/copy-button";
import { Hint } from "~/ui/field-frame";
import { PostForm, SubmitButton } from "~/ui/post-form";

type AnnouncementsCardProps = { isUnsubscribed: boolean; action: string };

export function AnnouncementsCard({ isUnsubscribed, action }: AnnouncementsCardProps) {
  const isBusy = useIsPosting(action);
  return (
    <Card title="Announcements" badge={isUnsubscribed ? <Badge>Off</Badge> : <Badge tone="green">On</Badge>}>
      <p>
        News, and recordings of sessions that you booked, by e-mail. Mails about your own bookings come all the same.
      </p>
      <PostForm action={action} isBusy={isBusy}>
        <input type="hidden" name="answer" value={isUnsubscribed ? "subscribe" : "unsubscribe"} />
        <SubmitButton kind="quiet" isBusy={isBusy}>
          {isUnsubscribed ? "Send me announcements" : "Send me no announcements"}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}

type CalendarFeedCardProps = {
  /** Null until the member has asked for one. */
  address: string | null;
  /** Not shown to an admin who is signed in to the account. */
  isHidden: boolean;
  action: string;
};

export function CalendarFeedCard({ address, isHidden, action }: CalendarFeedCardProps) {
  const isBusy = useIsPosting(action);
  return (
    <Card title="Calendar feed">
      <p>Follow your bookings in your own calendar: changes and joining links arrive there by themselves.</p>
      {address && <FeedAddress address={address} />}
      {isHidden && <Hint>Its address is shown to the member only.</Hint>}
      {!isHidden && (
        <PostForm action={action} isBusy={isBusy}>
          {address && (
            <Hint className="mb-4">
              Anyone who has this address can read your bookings. If it got about, make a new one: the old one stops
              working, and you subscribe again.
            </Hint>
          )}
          <SubmitButton kind="quiet" isBusy={isBusy}>
            {address ? "Make a new address" : "Make my calendar feed"}
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
