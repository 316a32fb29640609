import { lines, paragraphs, type Offer } from "./programme";

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
    "Sixty minutes with nobody else to look after, and a long rest at the end.",
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
