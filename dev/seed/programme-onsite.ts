import { lines, paragraphs, type Offer } from "./programme";

const london = { location: "The Weavers’ Room", address: "14 Lamb Lane", city: "London", postCode: "E8 3PN" };
const bristol = { location: "Quayside Studio", address: "3 Narrow Quay", city: "Bristol", postCode: "BS1 4QA" };
const margate = { location: "The Old Sail Loft", address: "27 Fort Hill", city: "Margate", postCode: "CT9 1EY" };

export const breathingForBirth: Offer = {
  ...london,
  title: "Breathing for Birth, Together",
  category: "Pregnancy",
  durationMinutes: 120,
  maxAttendees: 8,
  priceMinor: 4800,
  whatToBring: lines("Your birth partner", "Two pillows each", "Loose clothes and warm socks"),
  description: paragraphs(
    "For you and your birth partner: rhythm, touch and rest through each stage.",
    "One ticket is for the two of you. We practise breathing side by side and back to back, learn where a steady hand helps and where it does not, and rehearse what to say when there is nothing left to say.",
    "The partner can be anyone who will be there: a husband, a mother, a friend. Tea and cake come in the middle.",
  ),
};

export const theLongExhale: Offer = {
  ...bristol,
  title: "The Long Exhale",
  category: "Workshop",
  durationMinutes: 180,
  maxAttendees: 14,
  priceMinor: 6500,
  whatToBring: lines("A notebook", "Layers: we lie still for a while", "A light lunch, if you like to stay and talk"),
  description: paragraphs(
    "A half-day in the room: how breathing works, what it changes, and how to keep it.",
    "The first hour is plain physiology, told with a skeleton and a balloon. Why a long exhale slows the heart, what carbon dioxide has to do with calm, and why “take a deep breath” is only half of good advice.",
    "Then we practise: counting, humming, straws and sighs, until each of you has found the two or three things that work for you.",
    "You leave with a page of your own to put on the fridge, and a recording to use at home.",
  ),
};

export const breathAndSlowMovement: Offer = {
  ...margate,
  title: "Breath and Slow Movement",
  category: "Movement",
  durationMinutes: 75,
  maxAttendees: 10,
  priceMinor: 2400,
  whatToBring: lines("Clothes you can kneel in", "A mat, if you have one; there are spare ones"),
  description: paragraphs(
    "Standing and floor sequences at the pace of the breath. No experience needed.",
    "Each movement is as long as one breath, and the breath decides. It looks like very little from the outside, and is surprisingly warm work from the inside.",
    "The loft looks out over the harbour. In good weather the doors are open, and the gulls join in.",
  ),
};

export const sittingByTheCanal: Offer = {
  ...london,
  title: "Sitting by the Canal",
  category: "Meditation",
  durationMinutes: 60,
  maxAttendees: 18,
  priceMinor: 1400,
  whatToBring: lines("A warm layer", "A cushion, if you have a favourite one"),
  description: paragraphs(
    "Two quiet sittings and a slow walk along the water, on a Sunday morning.",
    "Twenty minutes on cushions or chairs, twenty minutes of walking without hurry on the towpath, and twenty minutes more of sitting, which always turn out to be the quieter ones.",
    "If it rains we walk in the rain. The studio has towels and a great many teabags.",
  ),
};

export const aQuietDay: Offer = {
  ...bristol,
  title: "A Quiet Day",
  category: "Workshop",
  durationMinutes: 420,
  maxAttendees: 12,
  priceMinor: 18000,
  whatToBring: lines("A mat and a warm blanket", "Indoor shoes or thick socks", "A book that you may not open"),
  description: paragraphs(
    "A retreat of one day: breathing, walking, lunch and long silences, for twelve.",
    "We arrive in conversation and are silent from half past ten until four. Two long breathing sessions, a walk along the harbour, rest after lunch, and nothing on a screen.",
    "Lunch is a proper one, cooked by Marta downstairs, vegetarian and generous. Tell me beforehand what you cannot eat.",
    "It is the dearest thing I do, and the one that people write about a year later. If the price is what stands between you and it, write to me.",
  ),
};
