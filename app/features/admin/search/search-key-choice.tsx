import { useId } from "react";
import { useIsHydrated } from "~/lib/document";
import { Check } from "~/ui/check";
import { Hint } from "~/ui/field-frame";
import { setSearchKeyOn, useIsSearchKeyOn } from "./search-key";

/** Turns the key "/" off and on. Without scripting there is no key, and no choice. */
export function SearchKeyChoice() {
  const id = useId();
  const isOn = useIsSearchKeyOn();
  if (!useIsHydrated()) return null;
  return (
    <div className="max-w-text border-t border-line pt-4">
      <Check
        type="checkbox"
        id={id}
        label="Press / on any admin page to search"
        checked={isOn}
        onChange={({ target }) => setSearchKeyOn(target.checked)}
        aria-describedby={`${id}-note`}
      />
      <Hint id={`${id}-note`}>
        Counts on this device only. Turn it off if you speak to your computer, or press the key by mistake.
      </Hint>
    </div>
  );
}
