import type { CollectionTexts } from "~/lib/collections";
import { Breath } from "~/ui/drawings";

export function CollectionHero({ texts }: { texts: CollectionTexts }) {
  const [start, end] = texts.hero;
  return (
    <div className="rechero">
      <div className="mast__art">
        <Breath />
      </div>
      <div className="wrap rechero__in">
        <h1 className="display rechero__title">
          {start} <em>{end}</em>
        </h1>
        <p className="lede">{texts.lede}</p>
      </div>
    </div>
  );
}
