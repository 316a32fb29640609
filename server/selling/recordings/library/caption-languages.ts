const commonest = ["en", "it", "fr", "de", "es", "pt", "pt-BR", "nl", "pl"] as const;
const others = [
  ...(["ar", "bg", "ca", "cs", "cy", "da", "el", "et", "fi", "ga", "he", "hi", "hr", "hu", "id", "is", "ja"] as const),
  ...(["ko", "lt", "lv", "no", "ro", "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh"] as const),
] as const;

/** The languages in which a recording may have captions. */
export const captionLanguages = [...commonest, ...others] as const;
type CaptionLanguage = (typeof captionLanguages)[number];

const names = new Intl.DisplayNames("en", { type: "language" });

/** Returns the English name of a language, such as "Italian". */
export const languageName = (language: string): string => names.of(language) ?? language;

const optionOf = (value: CaptionLanguage) => ({ value, label: languageName(value) });

/** What a form offers: the commonest ones first, the others by name. */
export const languageOptions = [
  ...commonest.map(optionOf),
  ...others.map(optionOf).sort((one, other) => one.label.localeCompare(other.label, "en")),
];
