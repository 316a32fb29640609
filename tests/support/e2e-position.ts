import type { Locator } from "@playwright/test";

/** Returns the distance of an element from the top of the window, in CSS pixels, once two frames agree. */
export const topOf = (locator: Locator) =>
  locator.evaluate(async (element) => {
    const measure = () => Math.round(element.getBoundingClientRect().top);
    for (let top = measure(); ; top = measure()) {
      await new Promise(requestAnimationFrame);
      if (measure() === top) return top;
    }
  });
