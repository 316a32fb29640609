import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import type { SettingsForm } from "@server/site/get-settings-forms";

/**
 * The forms as they were opened, and what notes where something is typed: there what others save meanwhile does not take
 * its place, and saving tells of it. What is saved here shows as it is saved.
 */
export function useOpenedForms(forms: SettingsForm[], refusedSection: string | undefined) {
  const [opened, setOpened] = useState(forms);
  const begun = useRef(new Set<unknown>());
  const sent = useNavigation().formData?.get("section");
  useEffect(() => void begun.current.delete(sent), [sent]);
  useEffect(() => {
    const { current } = begun;
    if (!refusedSection) return;
    current.add(refusedSection);
    // Saved after all, or dropped.
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
