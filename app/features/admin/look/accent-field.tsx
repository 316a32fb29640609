import type { FieldMetadata } from "@conform-to/react";
import { contrastRefusal, grounds, onDeep, paletteOf, parseColour, type Shades } from "@server/core/accent";
import { useEffect, useRef, useState } from "react";
import { FieldFrame, Hint, inputStyle } from "~/ui/field-frame";

/** The colour of the buttons, which the picker shows while there is no accent. */
const ownColour = "#1b4a42";

/** Returns what the picker shows for a field. */
const pickerColour = (typed: string): string => parseColour(typed) ?? ownColour;

type PostedAccent = { accent: string; picked: string; shown: string };

/** Returns the colour that was changed: without scripting the two fields differ, and the text comes first. */
export const chosenAccent = ({ accent, picked, shown }: PostedAccent): string =>
  accent === shown && picked && picked !== pickerColour(shown) ? picked : accent;

/** Asks for a colour as text and by a picker, and shows how it looks in both themes. */
export function AccentField({ field }: { field: FieldMetadata<string> }) {
  const initial = field.initialValue ?? "";
  const [typed, setTyped] = useState(initial);
  const text = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const show = (next: string) => {
    setTyped(next);
    if (text.current) text.current.value = next;
    if (picker.current) picker.current.value = pickerColour(next);
  };
  useEffect(() => {
    // It may have been typed before hydration.
    if (text.current) setTyped(text.current.value);
  }, []);
  const colour = parseColour(typed);
  const refusal = colour && contrastRefusal(colour);
  const error = refusal ?? (typed === initial ? field.errors?.[0] : undefined);
  const pickerId = `${field.id}-picked`;
  return (
    <div className="grid gap-4.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <FieldFrame
          label="Accent colour"
          id={field.id}
          hint="Such as #7a2e8e. Leave it empty for the site’s own colours."
          error={error}
        >
          {(described) => (
            <input
              {...described}
              ref={text}
              className={inputStyle}
              id={field.id}
              name="accent"
              defaultValue={initial}
              onChange={({ target }) => show(target.value)}
              maxLength={20}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Or pick one" id={pickerId}>
          <input
            ref={picker}
            className="h-12 w-full min-w-18 cursor-pointer rounded-field border border-line-control bg-field p-1.5"
            type="color"
            id={pickerId}
            name="picked"
            defaultValue={pickerColour(initial)}
            onChange={({ target }) => show(target.value)}
          />
        </FieldFrame>
      </div>
      <input type="hidden" name="shown" value={initial} />
      {colour && <Preview colour={colour} />}
    </div>
  );
}

const texts = { light: "#14302b", dark: "#f2ebdc" } as const;

type Theme = keyof typeof texts;

function Preview({ colour }: { colour: string }) {
  const palette = paletteOf(colour);
  return (
    <div className="grid gap-1.5">
      <div
        className="grid gap-3 md:grid-cols-2"
        role="img"
        aria-label={`A heading, a button, a link and a dark panel in ${colour}`}
      >
        <Sample theme="light" shades={palette.light} />
        <Sample theme="dark" shades={palette.dark} />
      </div>
      <Hint>The dark theme has a lighter shade of the same colour.</Hint>
    </div>
  );
}

/** Both themes are shown at once, so the colours can't come from the page's own. */
function Sample({ theme, shades: { accent, ink, deep } }: { theme: Theme; shades: Shades }) {
  const label = theme === "light" ? "Light theme" : "Dark theme";
  return (
    <div
      className="grid justify-items-start gap-3 rounded-paper border border-line p-4.5"
      style={{ backgroundColor: grounds[theme].ground, color: texts[theme] }}
      aria-hidden="true"
    >
      <span className="text-small">{label}</span>
      <span className="font-display text-[1.1875rem] italic" style={{ color: accent }}>
        Breathwork
      </span>
      <span className="rounded-round px-6.5 py-2.5 font-semibold" style={{ backgroundColor: accent, color: ink }}>
        Book your spot
      </span>
      <span className="font-semibold underline" style={{ color: accent }}>
        All sessions
      </span>
      <span className="w-full rounded-paper px-4 py-2.5" style={{ backgroundColor: deep.deep, color: onDeep }}>
        The foot of each page
      </span>
    </div>
  );
}
