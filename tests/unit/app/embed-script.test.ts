import { readFileSync } from "node:fs";
import vm from "node:vm";
import { expect, test } from "vitest";

const site = "https://breathroom.example";
type Message = { origin: string; source: object; data: unknown };

/** Runs the script of other websites in a page with one element, and returns its frame and how to send it a message. */
function embed() {
  const element = {
    dataset: { breathroom: "schedule" } as Record<string, string>,
    childNodes: [] as object[],
    append: () => undefined,
  };
  const frame = { style: { cssText: "", height: "0" }, contentWindow: {}, src: "", title: "" };
  const listeners: Record<string, (message: Message) => void> = {};
  const document = {
    currentScript: { src: `${site}/embed.js` },
    readyState: "complete",
    querySelectorAll: () => [element],
    createElement: () => frame,
  };
  vm.runInNewContext(readFileSync("public/embed.js", "utf8"), {
    document,
    URL,
    Intl,
    addEventListener: (name: string, listener: (message: Message) => void) => (listeners[name] = listener),
  });
  return { frame, send: (message: Message) => listeners["message"]?.(message) };
}

const data = { breathroomHeight: 640 };

test("takes a height from the frame that it has made and from this site only", () => {
  const { frame, send } = embed();
  send({ origin: "https://evil.example", source: frame.contentWindow, data });
  send({ origin: site, source: {}, data });
  for (const wrong of [null, "640", { breathroomHeight: "1px;color:red" }, { breathroomHeight: -1 }]) {
    send({ origin: site, source: frame.contentWindow, data: wrong });
  }
  expect(frame.style.height).toBe("0");
  send({ origin: site, source: frame.contentWindow, data });
  expect(frame.style.height).toBe("640px");
});
