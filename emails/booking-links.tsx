import { ClosingText } from "./parts/action";
import { Fact, Facts, Soft } from "./parts/facts";
import { useColours } from "./parts/layout";
import { Letter } from "./parts/letter";
import { exampleSite, type Site } from "./parts/props";

type LinkedBooking = { title: string; when: string; place: string; tickets: number; isHeld: boolean; url: string };

/** To the address of these bookings, at the request of someone who typed it. */
export type Props = { site: Site; bookings: LinkedBooking[] };

export const subject = ({ site, bookings }: Props) =>
  bookings.length === 1 ? `Your booking at ${site.name}` : `Your bookings at ${site.name}`;

export default function BookingLinks(props: Props) {
  const { site, bookings } = props;
  const isOne = bookings.length === 1;
  return (
    <Letter
      site={site}
      title={subject(props)}
      label="Your bookings"
      preview={isOne ? "The link to your booking." : "The links to your bookings."}
      because={`someone asked ${site.name} for the bookings made with this address.`}
      headline={
        <>
          Your <em>{isOne ? "booking" : "bookings"}</em>
        </>
      }
      text={
        `Here ${isOne ? "is the booking" : "are the bookings"} made with this email address. ` +
        `${isOne ? "The link opens it" : "Each link opens one of them"} without signing in, ` +
        "so please do not forward this email."
      }
    >
      <Facts>
        {bookings.map((booking) => (
          <BookingFact key={booking.url} booking={booking} />
        ))}
      </Facts>
      <ClosingText text="If this wasn’t you, you can ignore this email: it was only sent to you." />
    </Letter>
  );
}

function BookingFact({ booking }: { booking: LinkedBooking }) {
  const { title, when, place, tickets, isHeld, url } = booking;
  const { clay } = useColours();
  const notes = [place, tickets > 1 && `${tickets} tickets`, isHeld && "waiting for your payment"].filter(Boolean);
  return (
    <Fact label={isHeld ? "Held" : "Booked"}>
      <a href={url} target="_blank" rel="noopener" style={{ color: clay, fontWeight: 600 }}>
        {title}
      </a>
      <br />
      <Soft>{when}</Soft>
      <br />
      <Soft>{notes.join(", ")}</Soft>
    </Fact>
  );
}

export const example: Props = {
  site: exampleSite,
  bookings: [
    {
      title: "Evening Wind-Down",
      when: "Tuesday, December 1, 2026, 7:30 PM GMT",
      place: "Online",
      tickets: 2,
      isHeld: false,
      url: "https://breathroom.example/bookings/7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11?key=5f1d0c",
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
};
