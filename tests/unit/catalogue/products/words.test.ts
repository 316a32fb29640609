import { specifiedWords } from "@db/schema";
import { textsOf } from "@server/catalogue/products/words";
import { expect, test } from "vitest";
import { specifiedCollections } from "../../../support/products";

const [birth, stress] = [...specifiedCollections.matchAll(/\$\$(\{[^$]*\})\$\$/g)].map(([, words]) =>
  specifiedWords.parse(JSON.parse(words ?? "")),
);

test("describes a specified collection in its own words until it has another title or a description", () => {
  const specified = { title: "Birth Recordings", description: "", words: birth! };
  expect(textsOf(specified)).toMatchObject({
    title: "Birth Recordings",
    unlockTitle: "Unlock Birth Breathwork Collection",
    banner: "You have full access to all birth breathwork recordings.",
    menu: "Birth",
  });
  expect(textsOf({ ...specified, title: "Calm Nights", description: "For sleep." })).toMatchObject({
    title: "Calm Nights",
    hero: ["Calm", "Nights"],
    lede: "For sleep.",
    description: "For sleep.",
    banner: "You have full access to Calm Nights.",
    menu: "Calm Nights",
  });
  expect(textsOf({ ...specified, title: "Calm" })).toMatchObject({ hero: ["", "Calm"], lede: "" });
});

test("describes a collection of the instructor by its title and description", () => {
  expect(stress!.title).toBe("Stress & Sleep Recordings");
  expect(textsOf({ title: "Calm Nights", description: "", words: null })).toMatchObject({
    unlockTitle: "Unlock Calm Nights",
    offer: "One payment unlocks every Calm Nights recording for life, including the ones still to come.",
    lede: "",
  });
});
