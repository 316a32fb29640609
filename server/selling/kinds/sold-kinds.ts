import type { Hooks } from "../../core/services";
import { collection } from "./collection";
import { course } from "./course";
import { giftCard } from "./gift-card";
import { membership } from "./membership";
import { pass } from "./pass";
import { resource } from "./resource";

export const soldKinds: Hooks["kinds"] = {
  collection,
  resource,
  pass,
  gift_card: giftCard,
  course,
  membership,
};
