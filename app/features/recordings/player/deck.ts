import { listen } from "./listen";

/** A `<video>` or `<audio>` whose place survives another file, an error and a slow beginning. */
export type Deck = {
  element: HTMLMediaElement;
  /** Returns the second that was reached last, or that is on its way. */
  place: () => number;
  /** Returns whether the member wants it to play: errors pause, too. */
  isToPlay(): boolean;
  /** Returns the address of the file that is loaded. */
  address(): string;
  /** Loads another file, or the same again, and goes on at a second of it. */
  load(address: string, second: number, isPlaying: boolean): void;
  /** Goes to a second and plays. */
  playFrom(second: number): void;
  moveBy(seconds: number): void;
  release(): void;
};

/** Keeps the place of an element whose own address begins at the second `start`. */
export function createDeck(element: HTMLMediaElement, start: number): Deck {
  let place = start;
  let isToPlay = !element.paused;
  let isArriving = element.readyState < element.HAVE_METADATA;

  const note = () => {
    if (!isArriving && element.readyState >= element.HAVE_METADATA) place = element.currentTime;
  };
  /** For browsers that ignore the media fragment in the address. */
  const arrive = () => {
    isArriving = false;
    if (Math.abs(element.currentTime - place) > 1) element.currentTime = place;
  };
  const endings = [
    listen(element, "loadedmetadata", arrive),
    listen(element, "timeupdate seeking", note),
    listen(element, "play", () => (isToPlay = true)),
    listen(element, "pause", () => (isToPlay &&= element.error !== null)),
  ];
  // Loaded before the script: perhaps it plays already.
  if (!isArriving && (element.currentTime >= 1 || !element.paused)) note();
  else if (!isArriving) arrive();

  const address = () => element.getAttribute("src")?.split("#")[0] ?? "";
  const goTo = (second: number) => {
    place = Math.max(0, second);
    if (!isArriving) element.currentTime = place;
  };
  return {
    element,
    place: () => place,
    isToPlay: () => isToPlay,
    address,
    load(next, second, isPlaying) {
      place = second;
      isArriving = true;
      isToPlay = isPlaying;
      element.src = second > 0 ? `${next}#t=${second}` : next;
      if (isPlaying) play(element);
    },
    playFrom(second) {
      goTo(second);
      play(element);
    },
    moveBy: (seconds) => goTo(place + seconds),
    release() {
      for (const end of endings) end();
    },
  };
}

/** Plays, unless the browser refuses to before the visitor has pressed anything: then its own button remains. */
export const play = (element: HTMLMediaElement): void => void element.play().catch(() => undefined);
