// Shows pages of this site within another website: <div data-breathroom="schedule"></div>, then this script.
// What the element holds stays, as links, until the page in the frame says how high it is.
(() => {
  const site = new URL(document.currentScript.src).origin;
  const frames = new Map();

  function place(element) {
    const { breathroom, theme, accent, category, title } = element.dataset;
    if (!/^(schedule|passes|free-times|sessions\/[\da-f-]{36})$/.test(breathroom)) return;
    const address = new URL(`/embed/${breathroom}`, site);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const values = { zone: timeZone, accent: accent?.replace("#", "").toLowerCase(), category, theme };
    for (const [name, value] of Object.entries(values)) if (value) address.searchParams.set(name, value);
    const frame = document.createElement("iframe");
    frame.title = title ?? "Live sessions";
    frame.style.cssText = "display:block;width:100%;height:0;border:0";
    frame.src = address;
    frames.set(frame, [...element.childNodes]);
    element.append(frame);
  }

  function fit({ origin, source, data }) {
    const height = Number(data?.breathroomHeight);
    if (origin !== site || !(height > 0)) return;
    for (const [frame, links] of frames) {
      if (frame.contentWindow !== source) continue;
      frame.style.height = `${height}px`;
      for (const link of links) link.remove();
    }
  }

  function placeAll() {
    for (const element of document.querySelectorAll("[data-breathroom]:not([data-placed])")) {
      element.dataset.placed = "";
      place(element);
    }
  }

  addEventListener("message", fit);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", placeAll);
  else placeAll();
})();
