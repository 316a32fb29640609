import { z } from "zod";

/** What the specification says of one collection alone. Those that the instructor adds have no such words. */
export const specifiedWords = z.object({
  /** The title that these words belong to: another title brings words of its own. */
  title: z.string(),
  badge: z.string(),
  unlockTitle: z.string(),
  /** The hero's two parts; the second one is set in italics. */
  hero: z.tuple([z.string(), z.string()]),
  /** The text while the collection has no description of its own. */
  lede: z.string(),
  description: z.string(),
  banner: z.string(),
  offer: z.string(),
  /** "birth", as in "every birth recording". */
  series: z.string(),
  /** The label of its item in the site's menu, which stands at this place. */
  menu: z.string(),
  menuIndex: z.number(),
  /** "Birth", in the back office's figures. */
  office: z.string(),
  /** The head of the back office's page of its recordings. */
  management: z.string(),
  /** In the menu and the search: the pages of its recordings and of its buyers, what is there, other words for it. */
  libraryTitle: z.string(),
  libraryText: z.string(),
  librarySearch: z.string(),
  buyersTitle: z.string(),
  buyersText: z.string().nullable(),
  buyersSearch: z.string(),
  /** The name in lists of orders and the ledger. */
  ledger: z.string(),
  /** "birth recordings", in a sentence about revenue. */
  figures: z.string(),
  /** The button in the empty member's area. */
  browse: z.string(),
  /** The text below a recording without a description. */
  recording: z.string(),
  program: z.object({ title: z.string(), text: z.string(), link: z.enum(["birth", "workshops"]) }),
  /** Whether a recording's form asks for its position. */
  asksForPosition: z.boolean(),
  /** Whether buyers are led to their resources after a moment. */
  leadsToResources: z.boolean(),
});
export type SpecifiedWords = z.infer<typeof specifiedWords>;
