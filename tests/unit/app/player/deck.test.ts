import { expect, test } from "vitest";
import { createDeck } from "~/features/recordings/player/deck";

/** As much of a media element as a deck uses. */
class StandInElement extends EventTarget {
  readonly HAVE_METADATA = 1;
  readyState = 0;
  currentTime = 0;
  paused = true;
  error: unknown = null;
  src = "/video#t=760";
  getAttribute = () => this.src;
  play = () => {
    this.paused = false;
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  };
  /** What a browser does once it knows the file, which may ignore the fragment. */
  arrive(second: number) {
    this.readyState = 1;
    this.currentTime = second;
    this.dispatchEvent(new Event("loadedmetadata"));
  }
  pause(error: unknown = null) {
    this.paused = true;
    this.error = error;
    this.dispatchEvent(new Event("pause"));
  }
  playTo(second: number) {
    this.currentTime = second;
    this.dispatchEvent(new Event("timeupdate"));
  }
}

function aDeck(start: number, element = new StandInElement()) {
  return { element, deck: createDeck(element as unknown as HTMLMediaElement, start) };
}

test("keeps its place before the file has begun to arrive, and while another one does", () => {
  const { element, deck } = aDeck(760);
  element.playTo(0);
  expect(deck.place()).toBe(760);
  element.arrive(760);
  element.playTo(765);
  expect(deck.place()).toBe(765);
  deck.load("/video-small", 765, true);
  expect([element.src, deck.address(), element.paused]).toEqual(["/video-small#t=765", "/video-small", false]);
  element.playTo(0);
  expect(deck.place()).toBe(765);
});

test("goes to its place in browsers that ignore the fragment of the address", () => {
  const { element } = aDeck(760);
  element.arrive(0);
  expect(element.currentTime).toBe(760);
});

test("leaves the place alone where the visitor played on before the script was there", () => {
  const early = new StandInElement();
  Object.assign(early, { readyState: 4, currentTime: 20, paused: false });
  expect(aDeck(12, early).deck.place()).toBe(20);
  expect(early.currentTime).toBe(20);
});

test("plays from a second that is chosen before the file is there", () => {
  const { element, deck } = aDeck(0);
  deck.playFrom(95);
  expect([deck.place(), element.paused]).toEqual([95, false]);
  element.arrive(0);
  expect(element.currentTime).toBe(95);
  deck.moveBy(-15);
  expect(element.currentTime).toBe(80);
  deck.moveBy(-200);
  expect(element.currentTime).toBe(0);
});

test("tells a pause by the member from one by an error", () => {
  const { element, deck } = aDeck(0);
  expect(deck.isToPlay()).toBe(false);
  deck.playFrom(20);
  element.pause({ code: 2 });
  expect(deck.isToPlay()).toBe(true);
  deck.load("/video", 20, deck.isToPlay());
  element.pause();
  expect(deck.isToPlay()).toBe(false);
});
