import type { ListedResource } from "@server/selling/resources/schemas";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";
import { Eyebrow, Lede } from "~/ui/text";

type ResourceCardProps = { resource: ListedResource; heading?: "h2" | "h3" };

export function ResourceCard({ resource, heading: Heading = "h2" }: ResourceCardProps) {
  const { id, title, category, description, price, image, isFree, isMine } = resource;
  return (
    <li className={`flex flex-col gap-3 overflow-hidden pb-6 ${cardFrame}`}>
      <img
        className="-mx-5 -mt-6 mb-2 aspect-8/5 w-[calc(100%+2.5rem)] max-w-none object-cover md:-mx-7 md:-mt-7 md:w-[calc(100%+3.5rem)]"
        src={image}
        alt=""
        width="800"
        height="500"
        loading="lazy"
      />
      {category && <Eyebrow>{category}</Eyebrow>}
      <Heading className="text-title">{title}</Heading>
      <p className="xs:line-clamp-4 text-ink-soft">{description}</p>
      <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
        <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">
          {isMine && !isFree ? "Yours" : price}
        </strong>
        <ButtonLink kind="quiet" size="small" to={`/resources/${id}`}>
          View Details<span className="sr-only">: {title}</span>
        </ButtonLink>
      </p>
    </li>
  );
}

export const ResourcesHead = () => (
  <div className="grid gap-3">
    <h1 className="text-display">Learning Resources</h1>
    <Lede>Guides, workbooks and practice plans to use between sessions.</Lede>
  </div>
);
