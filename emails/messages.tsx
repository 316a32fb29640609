import { Action, Closing, ScheduleAction } from "./parts/action";
import { BookingLetter } from "./parts/booking-letter";
import { exampleBooking, exampleBookingUrl, exampleSite, exampleUnsubscribeUrl } from "./parts/examples";
import { Letter, type Template } from "./parts/letter";
import type { BookingProps, Site } from "./parts/props";

/** What the instructor has typed. */
type MessageProps = { subject: string; paragraphs: string[]; unsubscribeUrl?: string };

const replyNote = "Reply to this email to reach me.";

/** `courseUrl`: for those who have booked a course, whose next date the session is; other mails lack it. */
type AttendeeMessageProps = BookingProps & MessageProps & { bookingUrl: string; courseUrl?: string };

export const attendeeMessage: Template<AttendeeMessageProps> = {
  subject: ({ subject }) => subject,
  letter: (props) => (
    <BookingLetter
      {...props}
      label={props.courseUrl ? "Message about your course" : "Message about your session"}
      preview={props.paragraphs[0] ?? ""}
      headline={props.subject}
      action={
        <Action
          href={props.courseUrl ?? props.bookingUrl}
          label={props.courseUrl ? "See your course" : "See your booking"}
          note={replyNote}
        />
      }
      closing={<Closing text="See what else is on." href={props.site.url} label="Full schedule" />}
    />
  ),
  example: {
    ...exampleBooking,
    subject: "Bring a warm layer",
    paragraphs: ["The room’s heating is being mended.", "I will bring tea, and we begin on time."],
    bookingUrl: exampleBookingUrl,
  },
};

/** A mail to everyone who has agreed to announcements. */
export const newsletter: Template<MessageProps & { site: Site }> = {
  subject: ({ subject }) => subject,
  letter: (props) => (
    <Letter
      {...props}
      label="News"
      preview={props.paragraphs[0] ?? ""}
      because={`you agreed to news and offers from ${props.site.name}.`}
      headline={props.subject}
      text={`News from ${props.site.instructor || props.site.name}.`}
      action={<ScheduleAction {...props} note={replyNote} />}
    />
  ),
  example: {
    site: exampleSite,
    subject: "A new series in spring",
    paragraphs: ["Six evenings, from the first of March.", "I look forward to seeing you."],
    unsubscribeUrl: exampleUnsubscribeUrl,
  },
};

/** A mail to an address that was typed where the box for announcements was ticked. */
export const confirmAnnouncements: Template<{ site: Site; confirmUrl: string; validFor: string }> = {
  subject: ({ site }) => `Would you like news from ${site.name}?`,
  letter: (props) => (
    <Letter
      {...props}
      label="Confirmation of announcements"
      preview="Confirm once, and you’ll get news and offers by email."
      because={`someone asked ${props.site.name} to send news to this address.`}
      headline={["News", "from me?"]}
      text={
        `You ticked the box for news and offers from ${props.site.name}. Please confirm that this address is yours and ` +
        "that you would like them. You can unsubscribe at any time."
      }
      action={
        <Action
          href={props.confirmUrl}
          label="Yes, email me news"
          note={`The link works for ${props.validFor}. If you didn’t ask for this, ignore this email and you’ll get no news.`}
        />
      }
    />
  ),
  example: {
    site: exampleSite,
    confirmUrl:
      "https://breathroom.example/announcements/0c9d2f1e-5a44-4d0f-8d55-1b2f7e1c9d22?key=T2x2R1hQ0nVd0b7c5aYk",
    validFor: "7 days",
  },
};
