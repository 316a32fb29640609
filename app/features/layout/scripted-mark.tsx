import { useEffect } from "react";

/** Marks the document once scripting has taken it over: what does nothing before is shown by style from then on. */
export function ScriptedMark() {
  useEffect(() => {
    document.documentElement.dataset.scripted = "";
  }, []);
  return null;
}
