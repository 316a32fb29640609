import { useEffect } from "react";
import type { Player } from "@server/selling/recordings/schemas";
import { type Deck, play } from "./deck";
import { listen } from "./listen";
import { useLatest } from "./use-latest";

const skipSeconds = 15;

type SessionFacts = { title: string; series: string; artwork: Player["artwork"] };
/** Null where there is none that may be played. */
type TrackActions = { previous: (() => void) | null; next: (() => void) | null };

/** Shows what plays on lock screens, headphones and cars, and obeys their buttons. */
export function useMediaSession(
  deck: Deck | null,
  { title, series, artwork }: SessionFacts,
  moves: TrackActions,
): void {
  const latest = useLatest(moves);
  useEffect(() => {
    if (!deck || !hasMediaSession()) return;
    const images = artwork.map((image) => ({ ...image, type: "image/png" }));
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: series, album: series, artwork: images });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [deck, title, series, artwork]);

  const [hasPrevious, hasNext] = [moves.previous !== null, moves.next !== null];
  useEffect(() => {
    if (!deck || !hasMediaSession()) return;
    const { element } = deck;
    const actions: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ["play", () => play(element)],
      ["pause", () => element.pause()],
      ["seekbackward", ({ seekOffset }) => deck.moveBy(-(seekOffset || skipSeconds))],
      ["seekforward", ({ seekOffset }) => deck.moveBy(seekOffset || skipSeconds)],
      ["seekto", ({ seekTime }) => deck.moveBy((seekTime ?? deck.place()) - deck.place())],
      ["previoustrack", hasPrevious ? () => latest.current.previous?.() : null],
      ["nexttrack", hasNext ? () => latest.current.next?.() : null],
    ];
    for (const [action, handler] of actions) setAction(action, handler);
    return () => actions.forEach(([action]) => setAction(action, null));
  }, [deck, hasPrevious, hasNext, latest]);

  useEffect(() => {
    if (!deck || !hasMediaSession()) return;
    const { element } = deck;
    const tell = () => {
      const { duration, playbackRate } = element;
      if (!Number.isFinite(duration) || duration <= 0) return;
      navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(deck.place(), duration) });
    };
    tell();
    return listen(element, "durationchange playing pause seeked ratechange", tell);
  }, [deck]);
}

const hasMediaSession = () => "mediaSession" in navigator && "MediaMetadata" in window;

/** Browsers refuse actions that they do not know. */
function setAction(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    return;
  }
}
