import type { Collection } from "./catalogue";
import { buyersPath, libraryPath } from "./paths";

type OfficePage = {
  title: string;
  path: string;
  /** The text of its panel on the overview; null for no text. */
  text: string | null;
  /** Words by which the search of the back office finds it. */
  search: string;
};

/** The pages of a collection in the back office. */
export type OfficePages = {
  slug: string;
  /** The head of the page of its recordings. */
  head: string;
  library: OfficePage;
  buyers: OfficePage;
};

/** What each library has, also one whose other words are stored. */
const mediaSearch = "audio sound listen captions subtitles transcript chapters length opens drip";

/** Returns the back office's pages of a collection, by their specified names or those made of its title. */
export const officePagesOf = (collection: Collection): OfficePages => {
  const { slug, title, words } = collection;
  return {
    slug,
    head: words?.management ?? title,
    library: {
      title: words?.libraryTitle ?? title,
      path: libraryPath(collection),
      text: words?.libraryText ?? null,
      search: `${words?.librarySearch ?? "videos upload film price collection course series"} ${mediaSearch}`,
    },
    buyers: {
      title: words?.buyersTitle ?? `${title}: purchases`,
      path: buyersPath(collection),
      text: words?.buyersText ?? null,
      search: words?.buyersSearch ?? "access who bought grant free sales collection",
    },
  };
};
