import type { ListedOffer } from "@server/selling/one-to-one/get-offer";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";
import { ThreeColumns } from "~/ui/list";
import { Picture } from "~/ui/picture";

type OfferListProps = { offers: ListedOffer[]; heading: "h2" | "h3" };

/** Shows the one-to-one sessions on sale. */
export const OfferList = ({ offers, heading: Heading }: OfferListProps) => (
  <ThreeColumns>
    {offers.map(({ id, slug, title, summary, duration, place, price, image }) => (
      <li key={id} className={`flex flex-col gap-3 overflow-hidden pb-6 ${cardFrame}`}>
        {Heading === "h2" && (
          <Picture
            className="-mx-5 -mt-6 mb-2 aspect-8/5 w-[calc(100%+2.5rem)] max-w-none object-cover md:-mx-7 md:-mt-7 md:w-[calc(100%+3.5rem)]"
            src={image}
            sizes="(min-width: 48rem) 26rem, 100vw"
            width="800"
            height="500"
            loading="lazy"
          />
        )}
        <Heading className={Heading === "h2" ? "text-title" : "text-subtitle"}>{title}</Heading>
        <p className="text-ink-soft">{summary}</p>
        <p className="text-ink-soft">
          {duration}, {place}
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
          <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">{price}</strong>
          <ButtonLink kind="quiet" size="small" to={`/one-to-one/${slug}`}>
            See free times
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        </p>
      </li>
    ))}
  </ThreeColumns>
);

/** Shows the one-to-one sessions on sale below the schedule; nothing without any. */
export function OffersBelow({ offers }: Pick<OfferListProps, "offers">) {
  if (offers.length === 0) return null;
  return (
    <section className="mt-12 grid gap-5" aria-labelledby="one-to-one">
      <h2 className="text-title" id="one-to-one">
        One to One
      </h2>
      <OfferList offers={offers} heading="h3" />
    </section>
  );
}
