export const sampleNames = ["held", "rise", "tide", "moon"] as const;
export type SampleName = (typeof sampleNames)[number];

export type SeriesItem = {
  title: string;
  description: string;
  isFree?: boolean;
  /** Undefined: the generated drawing. */
  poster?: SampleName;
};

export const birthSeries: SeriesItem[] = [
  {
    title: "Arriving",
    description: "Five quiet minutes to meet your breath as it is today, before anything is asked of it.",
    isFree: true,
  },
  {
    title: "The Early Hours",
    description: "A steady rhythm for the first surges, when rest matters more than effort.",
  },
  {
    title: "Riding the Wave",
    description: "Breathing up, over and down the far side. Practise it with your birth partner nearby.",
    poster: "held",
  },
  {
    title: "The Space Between",
    description: "Letting the body go completely slack in the pause, however short the pause is.",
    isFree: true,
  },
  {
    title: "Breathing Down",
    description: "Softening the jaw and the pelvic floor for the last stage. No counting, no holding.",
  },
  {
    title: "First Hour",
    description: "A short practice for skin to skin, in whichever room you find yourselves.",
  },
  {
    title: "Night Feed",
    description: "For the small hours, one hand free: a breath that settles you both.",
    isFree: true,
    poster: "rise",
  },
  {
    title: "Around the Block",
    description: "A walking breath for the first time outside, at the pace of somebody who has slept badly.",
  },
];

export const stressSeries: SeriesItem[] = [
  {
    title: "One Minute Down",
    description: "Six slow breaths with a long way out. It fits between two doors.",
    isFree: true,
  },
  {
    title: "The Long Exhale",
    description: "The exhale grows a little longer each round, and the shoulders notice before you do.",
    poster: "tide",
  },
  {
    title: "Desk Reset",
    description: "Seated, eyes open if you like. For the hour in which nothing gets done any more.",
    isFree: true,
  },
  {
    title: "Before the Meeting",
    description: "Settle the heart and warm the voice in the four minutes before you are on.",
  },
  {
    title: "Unclench",
    description: "Jaw, hands, belly: finding where the day is being held, and letting it go with the breath.",
  },
  {
    title: "Falling Asleep",
    description: "Lying down, lights out. The voice grows quieter until you have to guess the words.",
    isFree: true,
    poster: "moon",
  },
  {
    title: "Awake at Three",
    description: "For the middle of the night, when thinking is loud. Nothing to solve, only water to listen to.",
  },
  {
    title: "Sunday Rest",
    description: "A slow, wide practice without an aim, for a day that may be long.",
  },
];
