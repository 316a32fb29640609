import type { CollectionName } from "@server/core/items";
import type { Site } from "./site";

type CollectionTexts = {
  path: string;
  title: string;
  /** "Birth", on the cards of its recordings. */
  badge: string;
  unlockTitle: string;
  /** The hero's two parts; the second one is set in italics. */
  hero: [string, string];
  lede: string;
  description: string;
  banner: string;
  offer: string;
  /** "birth", as in "the birth series". */
  series: string;
  program: { title: string; text: string };
};

const standardTexts: Record<CollectionName, CollectionTexts> = {
  birth: {
    path: "/birth-recordings",
    title: "Birth Recordings",
    badge: "Birth",
    unlockTitle: "Unlock Birth Breathwork Collection",
    hero: ["Birth", "Recordings"],
    lede: "Breathing practices to keep by you, from the last weeks of waiting to the first hour home. Listen as often as you like.",
    description:
      "Guided breathing practices for pregnancy, birth and the first hours after it. Listen as often as you like.",
    banner: "You have full access to all birth breathwork recordings.",
    offer: "One payment unlocks every birth recording for life, including the ones still to come.",
    series: "birth",
    program: { title: "Breathwork for birth programme", text: "One to one preparation through the last trimester." },
  },
  stress: {
    path: "/stress-recordings",
    title: "Stress & Sleep Recordings",
    badge: "Stress",
    unlockTitle: "Unlock Stress Management Collection",
    hero: ["Stress & Sleep", "Recordings"],
    lede: "Short practices for the loud part of the day, and long ones for the quiet part of the night.",
    description: "Guided breathing practices to settle a racing day and to fall asleep. Listen as often as you like.",
    banner: "You have full access to all stress recordings",
    offer: "One payment unlocks every stress and sleep recording for life, including the ones still to come.",
    series: "stress and sleep",
    program: { title: "Workshops", text: "Whole afternoons in a room, with time to learn each practice." },
  },
};

/** Returns what the site says about a collection, with the name and description that the instructor gave it. */
export function collectionTexts(
  collection: CollectionName,
  site: Pick<Site, "collections"> | undefined,
): CollectionTexts {
  const texts = standardTexts[collection];
  const { name, description } = site?.collections[collection] ?? {};
  return {
    ...texts,
    ...(name && textsOf(name)),
    ...(description && { lede: description, description }),
  };
}

function textsOf(name: string) {
  const words = name.split(" ");
  const hero: [string, string] = [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
  return {
    hero,
    title: name,
    badge: name,
    series: name,
    unlockTitle: `Unlock ${name}`,
    banner: `You have full access to ${name}.`,
    offer: `One payment unlocks every ${name} recording for life, including the ones still to come.`,
  };
}

export const collectionPath = (collection: CollectionName): string => standardTexts[collection].path;

export const recordingPath = (collection: CollectionName, id: string): string => `${collectionPath(collection)}/${id}`;

export const purchasePath = (collection: CollectionName): string => `${collectionPath(collection)}?purchase=true`;

/** Returns the address of the dialog that links a signed-out buyer's purchase to an account. */
export const setupPath = (path: string): string => `${path}?account=setup`;

/** Returns which recording an address of this site names; null for any other page. */
export function recordingAt(address: string): { collection: CollectionName; id: string } | null {
  const [, name, id] = /^\/(birth|stress)-recordings\/([\w-]+)$/.exec(address) ?? [];
  return (name === "birth" || name === "stress") && id ? { collection: name, id } : null;
}

/** Returns the collection of a page that each collection has: "/stress-recordings/3", "/admin/birth-purchases". */
export function collectionOf({ pathname }: { pathname: string }): CollectionName {
  // The router also accepts capitals and percent-encoded letters.
  const plain = pathname.replace(/%[2-7][\da-f]/gi, (encoded) => decodeURIComponent(encoded));
  return /^\/(?:admin\/)?stress-/i.test(plain) ? "stress" : "birth";
}
