import type { SessionFacts, Site } from "./props";

/** Examples for previews and tests. */
export const previewSite: Site = {
  name: "Breathroom",
  url: "https://breathroom.example",
  contactUrl: "https://www.breathroom.example/contact",
};

export const previewSession: SessionFacts = {
  title: "Evening Wind-Down",
  category: "Breathwork",
  date: { day: "1", month: "Dec", year: "2026" },
  when: { date: "Tuesday, December 1, 2026", time: "7:30 PM", zone: "GMT", duration: "1h 30min" },
  where: ["Online"],
};
