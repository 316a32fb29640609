import type { OfferWithTimes } from "@server/selling/one-to-one/list-free-times";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Picture } from "~/ui/picture";
import { isTwice } from "./offer-calendar";

/** Shows an offer with the next days on which a time is free. */
export function NextTimes({ offer }: { offer: OfferWithTimes }) {
  const { slug, title, summary, price, duration, place, picture, days, zoneNote } = offer;
  const path = `/one-to-one/${slug}`;
  return (
    <section className="grid gap-4" aria-labelledby={`offer-${slug}`}>
      {picture && (
        <Picture
          className="aspect-8/5 w-full max-w-96 rounded-paper object-cover"
          src={picture}
          sizes="24rem"
          width="800"
          height="500"
          loading="lazy"
        />
      )}
      <div className="grid gap-1.5">
        <h2 className="text-title" id={`offer-${slug}`}>
          <TextLink to={path}>{title}</TextLink>
        </h2>
        <p className="text-ink-soft">{summary}</p>
        <p className="font-semibold">
          {price}, {duration}, {place}
        </p>
      </div>
      {days.length === 0 && <p className="text-ink-soft">There are no free times at the moment.</p>}
      {days.map(({ date, name, times, more }) => (
        <div className="grid gap-2" key={date}>
          <h3 className="text-subtitle">{name}</h3>
          <ul className="flex flex-wrap items-center gap-2.5">
            {times.map(({ start, time, zone }) => (
              <li key={start}>
                <ButtonLink kind="quiet" to={`${path}/book?day=${date}&start=${encodeURIComponent(start)}`}>
                  <span className="sr-only">Book {name}, </span>
                  {time}
                  {isTwice(times, time) && ` ${zone}`}
                </ButtonLink>
              </li>
            ))}
            {more > 0 && (
              <li>
                <TextLink to={`${path}?day=${date}`}>
                  {more} more<span className="sr-only"> on {name}</span>
                </TextLink>
              </li>
            )}
          </ul>
        </div>
      ))}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-small text-ink-soft">
        {zoneNote && <span>{zoneNote}</span>}
        <TextLink to={path}>
          See all free times<span className="sr-only">: {title}</span>
        </TextLink>
      </p>
    </section>
  );
}
