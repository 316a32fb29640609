import type { Page } from "@playwright/test";

/** The least width and height of what is tapped, in CSS pixels. */
const leastTarget = 44;

/**
 * Returns the links, buttons and fields of a page that are too small to be tapped, with their size. Whatever surrounds
 * a small one and acts for it counts, such as its label; links within a sentence may be as small as its letters.
 */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const covers = [...document.querySelectorAll("dialog[open], [role='dialog'], [data-covers-page][open]")];
    const root = covers.at(-1) ?? document;
    const controls = root.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary");
    const start = { x: scrollX, y: scrollY };
    const small = [...controls].filter((control) => isShown(control) && !isInSentence(control)).flatMap(measure);
    scrollTo(start.x, start.y);
    return small;

    function measure(control: HTMLElement): string[] {
      const { width, height } = control.getBoundingClientRect();
      if (Math.min(width, height) > least - 1) return [];
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = control.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const reach = (dx: number, dy: number) => {
        let steps = 0;
        while (steps < least && actsFor(document.elementFromPoint(x + dx * steps, y + dy * steps), control)) steps += 1;
        return steps;
      };
      const wide = Math.max(width, reach(-1, 0) + reach(1, 0));
      const high = Math.max(height, reach(0, -1) + reach(0, 1));
      if (Math.min(wide, high) > least - 1) return [];
      return [`${Math.round(wide)} x ${Math.round(high)}: ${control.outerHTML.slice(0, 160)}`];
    }

    function actsFor(hit: Element | null, control: HTMLElement): boolean {
      return hit !== null && (control.contains(hit) || hit.closest("label")?.control === control);
    }

    function isShown(control: HTMLElement): boolean {
      const { width, height, right, bottom } = control.getBoundingClientRect();
      if (width <= 1 || height <= 1 || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
      return control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }

    function isInSentence(control: HTMLElement): boolean {
      if (getComputedStyle(control).display !== "inline") return false;
      let block = control.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      const texts = block?.cloneNode(true) as Element | undefined;
      texts?.querySelectorAll("a, button, svg").forEach((each) => each.remove());
      return /\p{L}{2}/u.test(texts?.textContent ?? "");
    }
  }, leastTarget);
}
