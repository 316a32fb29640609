import { ClosingText } from "./parts/action";
import { exampleBookingUrl, exampleSite } from "./parts/examples";
import { Fact, FactLink, Soft } from "./parts/facts";
import { Letter, type Template } from "./parts/letter";
import type { Site } from "./parts/props";

type LinkedBooking = { title: string; when: string; place: string; tickets: number; isHeld: boolean; url: string };

type LinkedPass = { title: string; balance: string; url: string };

type LinkedCourse = { title: string; dates: string; url: string };

type BookingLinksProps = {
  site: Site;
  bookings: LinkedBooking[];
  /** The passes bought with the address; mails that were written before guests could buy them lack them. */
  passes?: LinkedPass[];
  /** The courses, which have their dates on their pages; mails that were written before lack them. */
  courses?: LinkedCourse[];
};

/** A mail to the address of these bookings, courses and passes, at the request of someone who typed it. */
export const bookingLinks: Template<BookingLinksProps> = {
  subject: ({ site, ...props }) => `Your ${foundIn(props)} at ${site.name}`,
  letter: ({ bookings, passes = [], courses = [], ...props }) => {
    const what = foundIn({ bookings, passes, courses });
    const isOne = bookings.length + passes.length + courses.length === 1;
    return (
      <Letter
        {...props}
        label={`Your ${what}`}
        preview={isOne ? `The link to your ${what}.` : `The links to your ${what}.`}
        because={`someone asked ${props.site.name} for the ${what} of this address.`}
        headline={["Your", what]}
        text={
          `Here ${isOne ? `is the ${what}` : `are the ${what}`} of this email address. ` +
          `${isOne ? "The link opens it" : "Each link opens one of them"} without signing in, ` +
          "so please do not forward this email."
        }
        closing={<ClosingText text="If this wasn’t you, you can ignore this email: it was only sent to you." />}
      >
        {bookings.map((booking) => (
          <LinkedBookingFact key={booking.url} {...booking} />
        ))}
        {courses.map(({ title, dates, url }) => (
          <Fact key={url} label="Course">
            <FactLink href={url} label={title} weight={600} />
            <br />
            <Soft>{dates}</Soft>
          </Fact>
        ))}
        {passes.map(({ title, balance, url }) => (
          <Fact key={url} label="Pass">
            <FactLink href={url} label={title} weight={600} />
            <br />
            <Soft>{balance}</Soft>
          </Fact>
        ))}
      </Letter>
    );
  },
  example: {
    site: exampleSite,
    bookings: [
      {
        title: "Evening Wind-Down",
        when: "Tuesday, December 1, 2026, 7:30 PM GMT",
        place: "Online",
        tickets: 2,
        isHeld: false,
        url: exampleBookingUrl,
      },
      {
        title: "Birth Preparation Circle",
        when: "Saturday, December 12, 2026, 10:00 AM GMT",
        place: "London, E8 3PN",
        tickets: 1,
        isHeld: true,
        url: "https://breathroom.example/bookings/0c41d7aa-5b0e-4d7f-8d0e-94d1f8f6f3ab?key=9ad2e1",
      },
    ],
    passes: [
      {
        title: "Ten sessions",
        balance: "7 of 10 left, until Tuesday, June 1, 2027",
        url: "https://breathroom.example/my-pass/3f1d0c52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=7c2b90",
      },
    ],
    courses: [
      {
        title: "Breath Basics",
        dates: "6 dates to come",
        url: "https://breathroom.example/my-course/5d0a2f7e-51c8-4d8a-8b1c-2f7e1c9d1122?key=5f2c31",
      },
    ],
  },
};

/** Names what was found, such as "bookings, course and pass". */
function foundIn({ bookings, passes = [], courses = [] }: Omit<BookingLinksProps, "site">): string {
  const named = [
    bookings.length > 0 && (bookings.length === 1 ? "booking" : "bookings"),
    courses.length > 0 && (courses.length === 1 ? "course" : "courses"),
    passes.length > 0 && (passes.length === 1 ? "pass" : "passes"),
  ].filter((name) => name !== false);
  const [last, ...others] = named.toReversed();
  return others.length > 0 ? `${others.toReversed().join(", ")} and ${last}` : `${last}`;
}

function LinkedBookingFact({ title, when, place, tickets, isHeld, url }: LinkedBooking) {
  const notes = [place, tickets > 1 && `${tickets} tickets`, isHeld && "waiting for your payment"].filter(Boolean);
  return (
    <Fact label={isHeld ? "Held" : "Booked"}>
      <FactLink href={url} label={title} weight={600} />
      <br />
      <Soft>{when}</Soft>
      <br />
      <Soft>{notes.join(", ")}</Soft>
    </Fact>
  );
}
