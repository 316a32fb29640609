import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/**
 * For a form that chooses what the list at `path` shows: answers a ref for it, and how to show what is chosen in it. A
 * selection made before the script came counts as soon as it has come. Afterwards the form follows `chosen`, for links
 * and the way back choose too; a text that is being typed is left alone.
 */
export function useChoices(path: string, chosen: Choices) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const wanted = JSON.stringify(chosen);
  const followed = useRef<string | null>(null);

  const choose = useCallback(() => {
    if (form.current) submit(filledIn(form.current), { action: path, preventScrollReset: true });
  }, [submit, path]);

  useEffect(() => {
    if (!form.current || followed.current === wanted) return;
    const before = followed.current;
    followed.current = wanted;
    if (before !== null) follow(form.current, { before: read(before), now: read(wanted) });
    else if ([...form.current.querySelectorAll("select")].some(isChanged)) choose();
  }, [wanted, choose]);

  return { form, choose };
}

/** Another option than the one that the page came with. */
function isChanged({ options, selectedIndex }: HTMLSelectElement): boolean {
  const original = [...options].findIndex(({ defaultSelected }) => defaultSelected);
  return selectedIndex !== Math.max(original, 0);
}

type Choices = Record<string, string>;

const read = (choices: string) => JSON.parse(choices) as Choices;

function follow(form: HTMLFormElement, { before, now }: { before: Choices; now: Choices }) {
  for (const [name, value] of Object.entries(now)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLSelectElement) control.value = value;
    if (!(control instanceof HTMLInputElement)) continue;
    const isTyped = control === document.activeElement && control.value.trim() !== before[name];
    if (!isTyped) control.value = value;
  }
}

/** Only what is chosen: what is left empty stays out of the address. */
function filledIn(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") query.set(name, value.trim());
  }
  return query;
}
