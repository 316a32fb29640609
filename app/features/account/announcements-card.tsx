import { Card } from "~/ui/card";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";
import { useIsPosting } from "~/lib/hooks/is-posting";

type AnnouncementsCardProps = { isUnsubscribed: boolean; action: string };

/** Whether a member gets announcements, and the button that changes it. */
export function AnnouncementsCard({ isUnsubscribed, action }: AnnouncementsCardProps) {
  const isBusy = useIsPosting(action);
  return (
    <Card
      title="Announcements"
      badge={<span className={isUnsubscribed ? "badge" : "badge badge--green"}>{isUnsubscribed ? "Off" : "On"}</span>}
    >
      <p>
        News, and recordings of sessions that you booked, by e-mail. Mails about your own bookings come all the same.
      </p>
      <PostForm action={action} isBusy={isBusy}>
        <input type="hidden" name="answer" value={isUnsubscribed ? "subscribe" : "unsubscribe"} />
        <SubmitButton className="btn--quiet" isBusy={isBusy}>
          {isUnsubscribed ? "Send me announcements" : "Send me no announcements"}
        </SubmitButton>
      </PostForm>
    </Card>
  );
}
