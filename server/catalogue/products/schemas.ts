import { z } from "zod";

export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names a collection. */
export const collectionSlug = z.string().max(60).regex(slugForm);

/** Names any product: a collection's slug, or an id. */
export const productRef = z.union([z.uuid(), collectionSlug]);

const collectionRef = z.object({ collection: collectionSlug });

export const collectionAt = z.object({ path: z.string().max(200) });

const place = { to: z.number().int().min(-1).max(10_000) };
export const movedCollectionForm = z.object({ collection: collectionSlug, to: z.coerce.number<string>().int() });
export const movedCollection = collectionRef.extend(place);
export type MovedCollection = z.infer<typeof movedCollection>;

/** A row of the back office's list. */
export type ListedCollection = {
  slug: string;
  title: string;
  path: string;
  libraryPath: string;
  price: string;
  recordings: number;
  isOn: boolean;
};
