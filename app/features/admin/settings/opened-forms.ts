import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { SettingsForm } from "@server/site/settings";

/** Keeps the values of an edited form, so that saving reports a conflict; other forms follow what is saved. */
export function useOpenedForms(forms: SettingsForm[], refusedSection: string | undefined) {
  const [opened, setOpened] = useState(forms);
  const begun = useRef(new Set<unknown>());
  const sent = useNavigation().formData?.get("section");
  useEffect(() => void begun.current.delete(sent), [sent]);
  useEffect(() => {
    const { current } = begun;
    if (!refusedSection) return;
    current.add(refusedSection);
    // Saved after all, or discarded.
    return () => void current.delete(refusedSection);
  }, [refusedSection]);
  useEffect(() => {
    setOpened((before) =>
      forms.map((form) => {
        const isBegun = begun.current.has(form.section);
        return (isBegun && before.find(({ section }) => section === form.section)) || form;
      }),
    );
  }, [forms]);
  const noteBegun = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      begun.current.add(target.form && new FormData(target.form).get("section"));
    }
  };
  return { opened, noteBegun };
}
