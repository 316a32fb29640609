import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/** Submits a filter form when a choice changes, also before hydration. A text that is being typed stays. */
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

function filledIn(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") query.set(name, value.trim());
  }
  return query;
}
