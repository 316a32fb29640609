import type { liveSessions } from "@db/schema";

type SessionRow = typeof liveSessions.$inferInsert;
type SessionFields = Pick<
  SessionRow,
  "title" | "category" | "durationMinutes" | "maxAttendees" | "whatToBring" | "description"
>;

export type Offer = SessionFields &
  Partial<Pick<SessionRow, "location" | "address" | "city" | "postCode">> & {
    /** The price in pence; it may have been entered in euros. */
    priceMinor: number;
    enteredInEuroCents?: number;
  };

const lines = (...items: string[]) => items.join("\n");
const paragraphs = (...texts: string[]) => texts.join("\n\n");

const quietRoom = "Somewhere you can lie down undisturbed";
const headphones = "Headphones, if the house is busy";

export const eveningWindDown: Offer = {
  title: "Evening Wind-Down",
  category: "Breathwork",
  durationMinutes: 90,
  maxAttendees: 20,
  priceMinor: 1800,
  whatToBring: lines("A blanket and a pillow", headphones, quietRoom),
  description: paragraphs(
    "Long exhales and a slow body scan, to set the day down before sleep.",
    "We begin sitting up, noticing the breath you arrived with. Over the first half hour the exhale grows longer than the inhale, a little at a time, with pauses whenever you want one.",
    "The second half is lying down. You will be guided through a body scan at the pace of your own breathing, then left in quiet for ten minutes. There is time for questions at the end, and no need to have your camera on.",
  ),
};

export const middayReset: Offer = {
  title: "Midday Reset",
  category: "Meditation",
  durationMinutes: 45,
  maxAttendees: null,
  priceMinor: 0,
  whatToBring: lines("A chair you can sit upright in", "Five minutes before your next meeting"),
  description: paragraphs(
    "A short seated practice for the middle of a working day. Camera off is fine.",
    "We count the breath, lose count, and begin again. That is the whole method, and it is enough: most people leave with a quieter head than the one they brought.",
    "Come as you are, in the clothes and the chair you work in. If you can only stay for twenty minutes, stay for twenty minutes.",
  ),
};

export const fourthTrimesterCircle: Offer = {
  title: "Fourth Trimester Circle",
  category: "Postpartum",
  durationMinutes: 60,
  maxAttendees: 10,
  priceMinor: 1500,
  whatToBring: lines("Your baby, if you like", "Water, and something to eat", "A cushion for your back"),
  description: paragraphs(
    "Gentle breathing and conversation for the first weeks home. Babies welcome.",
    "The practice is small on purpose: soft breathing for a belly that has just done a great deal, nothing held and nothing forced. Feed, rock or walk about whenever you need to.",
    "Then we talk, or listen, in a circle of ten at most. What is said there stays there.",
    "If your recovery is complicated, write to me first and we will find out together what suits you now.",
  ),
};

export const firstTuesday: Offer = {
  title: "First Tuesday",
  category: "Breathwork",
  durationMinutes: 90,
  maxAttendees: 60,
  priceMinor: 1800,
  whatToBring: lines("A mat or a bed", "A blanket", headphones),
  description: paragraphs(
    "The monthly guided session. Lie down, listen, breathe; nothing to prepare.",
    "On the first Tuesday of every month we meet for a full hour of connected breathing, with music, and half an hour to come back slowly. It is the session that most people begin with, and many never leave.",
    "You set the depth yourself. I will offer a softer version of every stretch, and you can return to ordinary breathing at any moment.",
  ),
};

export const anHourOfYourOwn: Offer = {
  title: "An Hour of Your Own",
  category: "Mothers",
  durationMinutes: 60,
  maxAttendees: 16,
  priceMinor: 1200,
  whatToBring: lines("A door that closes", "Two pillows and a blanket"),
  description: paragraphs(
    "Sixty minutes with no one else to look after, and a long rest at the end.",
    "Twenty minutes of slow, low breathing to let the shoulders come down. Then a guided rest, lying on your side or your back, that asks nothing of you at all.",
    "Tell the others that you are away until five. If a small person finds you anyway, that is fine too.",
  ),
};

export const theKitchenIsClosed: Offer = {
  title: "The Kitchen Is Closed",
  category: "Mothers",
  durationMinutes: 45,
  maxAttendees: 16,
  priceMinor: 1000,
  whatToBring: lines("A warm drink", "A chair, or the floor against a wall"),
  description: paragraphs(
    "Breathing for the end of a long day, once the last plate is put away.",
    "Half past eight, lights low, cameras off. We shake the day out of the hands and arms, then breathe in a slow square until the body believes that it is evening.",
    "You may fall asleep before the end. It is meant as a compliment, and taken as one.",
  ),
};

export const readyForLabour: Offer = {
  title: "Ready for Labour",
  category: "Pregnancy",
  durationMinutes: 75,
  maxAttendees: 12,
  priceMinor: 2000,
  whatToBring: lines("A birth ball or a sturdy chair", "Cushions for your side", "Water"),
  description: paragraphs(
    "Three breaths for three stages, practised until they need no thinking.",
    "For anyone from the twentieth week on. We learn the resting breath, the climbing breath and the breath for letting go, and we practise each one sitting, leaning and on your side.",
    "Nothing here is held or hurried: there are no breath holds and no fast breathing in any of my pregnancy sessions.",
    "If your midwife has given you advice about exercise, it comes first. Write to me if you are unsure.",
  ),
};

export const morningGround: Offer = {
  title: "Morning Ground",
  category: "Movement",
  durationMinutes: 30,
  maxAttendees: 24,
  priceMinor: 800,
  whatToBring: lines("Bare feet", "Room to stretch both arms out"),
  description: paragraphs(
    "Half an hour on your feet, before the day has had a chance to begin.",
    "Slow joints, long spine, warm hands: a sequence short enough to remember, so that you can do it without me on the other mornings.",
    "We start at a quarter past seven and finish in time for the school run.",
  ),
};

export const guidedRestWithCello: Offer = {
  title: "Guided Rest with Live Cello",
  category: "Other",
  durationMinutes: 60,
  maxAttendees: 40,
  priceMinor: 1700,
  enteredInEuroCents: 2000,
  whatToBring: lines("Good headphones or speakers", "A bed, a sofa or a mat", "A blanket"),
  description: paragraphs(
    "Lie down and be played to: an hour of slow breathing and improvised cello.",
    "Ana Ferreira plays from her studio in Lisbon, and I guide from mine. She follows the pace of the breathing, so no two evenings sound the same.",
    "There is nothing to learn and nothing to do well. Keep your eyes closed, and let the longest notes breathe out for you.",
  ),
};

export const firstBreath: Offer = {
  title: "First Breath: A Free Introduction",
  category: "Breathwork",
  durationMinutes: 40,
  maxAttendees: 50,
  priceMinor: 0,
  whatToBring: lines("A chair", "Your questions"),
  description: paragraphs(
    "What breathwork is, what it is not, and ten minutes to try it for yourself.",
    "I will say what happens in the body when you breathe slowly, quickly, or not at all, and who should leave which of these alone. Then we practise the gentlest of them together.",
    "The rest of the time is for questions. No sales talk at the end: if you like it, you know where the schedule is.",
  ),
};

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
