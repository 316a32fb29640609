import type { CollectionTexts } from "~/lib/collections";
import { Masthead } from "~/ui/masthead";

export function CollectionHero({ texts }: { texts: CollectionTexts }) {
  const [start, end] = texts.hero;
  return (
    <Masthead art="recordings">
      <div className="wrap rechero__in">
        <h1 className="display rechero__title">
          {start} <em>{end}</em>
        </h1>
        <p className="lede">{texts.lede}</p>
      </div>
    </Masthead>
  );
}
