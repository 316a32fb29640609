import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Neighbour, Player, RecordingPage } from "@server/selling/recordings/schemas";
import { isToPlayAtOnce } from "../play-at-once";
import { type Connection, isSlow, type Picture, type PlayerChoices, type Way, wayOf } from "./choices";
import type { Deck } from "./deck";
import { useKeptPlace } from "./kept-place";
import { listen } from "./listen";
import type { Beginning } from "./media-element";
import { useMediaSession } from "./media-session";
import { useSleepTimer } from "./sleep-timer-choice";
import { useLatest } from "./use-latest";
import { useTroubles } from "./use-troubles";

/** How this device plays, as the server knows it. */
type DeviceChoices = PlayerChoices & { savesData: boolean };

export type PlayedRecording = { recording: RecordingPage; player: Player; playing: DeviceChoices };

export type PlayerState = ReturnType<typeof usePlayer>;

/** Plays a recording and those after it in one element for each way, with what was chosen before. */
export function usePlayer({ recording, player, playing }: PlayedRecording) {
  const { id, seriesPath, title, series, previous, next } = recording;
  const { video, sound, startSeconds } = player;
  const navigate = useNavigate();
  const location = useLocation();
  const [deck, setDeck] = useState<Deck | null>(null);
  const [chosenWay, setWay] = useState(playing.way);
  const [picture, setPicture] = useState<Picture>(playing.picture ?? (playing.savesData ? "small" : "large"));
  const [playsNext, setPlaysNext] = useState(playing.playsNext);
  const [switched, setSwitched] = useState<(Beginning & { id: string }) | null>(null);
  const [goingTo, setGoingTo] = useState(isToPlayAtOnce(location.state) ? id : null);
  const way = wayOf(player, chosenWay);
  const address = (way === "listen" ? sound : picture === "small" && video?.small) || video?.large || sound || "";
  const beginning = switched?.id === id ? switched : { second: startSeconds, isPlaying: goingTo === id };
  const hasSmaller = way === "watch" && picture === "large" && Boolean(video?.small);

  const goSmaller = () => {
    if (hasSmaller) setPicture("small");
    return hasSmaller;
  };
  const goTo = (neighbour: Neighbour) => {
    setGoingTo(neighbour.id);
    savePlace();
    // At once: while a phone is locked, nothing begins to play later.
    if (way === "listen" && neighbour.sound) deck?.load(neighbour.sound, neighbour.startSeconds, true);
    navigate(`${seriesPath}/${neighbour.id}`);
  };
  const moveTo = (neighbour: Neighbour | null) => (neighbour?.isOpen ? () => goTo(neighbour) : null);
  const moves = { previous: moveTo(previous), next: moveTo(next) };

  const { trouble, hear, tryAgain, clear } = useTroubles(deck, id, goSmaller);
  const sleepTimer = useSleepTimer(way === "listen" ? deck : null);
  const savePlace = useKeptPlace(deck, id, hear);
  useMediaSession(deck, { title, series: series.title, artwork: player.artwork }, moves);
  useFile(deck, { id, address, startSeconds, isPlaying: goingTo === id });
  useEffect(() => {
    if (goingTo === id) setGoingTo(null);
  }, [goingTo, id]);
  useEnd(deck, id, playsNext && sleepTimer.choice !== "end" ? moves.next : null);
  useSlowConnection(deck, playing.picture === null && hasSmaller, () => setPicture("small"));

  return {
    deck,
    onDeck: setDeck,
    way,
    address,
    beginning,
    picture,
    playsNext,
    trouble,
    tryAgain,
    sleepTimer,
    chooseWay: (chosen: Way) => {
      if (deck) setSwitched({ id, second: deck.place(), isPlaying: deck.isToPlay() });
      setWay(chosen);
    },
    choosePicture: (chosen: Picture) => {
      clear();
      setPicture(chosen);
    },
    chooseNext: setPlaysNext,
  };
}

type PlayedFile = { id: string; address: string; startSeconds: number; isPlaying: boolean };

/** Loads the other picture at the same second, and another recording at its own. */
function useFile(deck: Deck | null, { id, address, startSeconds, isPlaying }: PlayedFile): void {
  const shown = useRef(id);
  useEffect(() => {
    if (!deck) return;
    const isSame = shown.current === id;
    shown.current = id;
    if (deck.address() === address) return;
    if (isSame) deck.load(address, deck.place(), deck.isToPlay());
    else deck.load(address, startSeconds, isPlaying);
  }, [deck, id, address, startSeconds, isPlaying]);
}

/** Goes on at the end, after `useKeptPlace` has saved it: listeners are called in the order in which they were added. */
function useEnd(deck: Deck | null, recordingId: string, go: (() => void) | null): void {
  const latest = useLatest(go);
  useEffect(
    () => (deck ? listen(deck.element, "ended", () => latest.current?.()) : undefined),
    [deck, recordingId, latest],
  );
}

/** Begins with the small picture where the browser knows the connection to be slow, and nothing plays yet. */
function useSlowConnection(deck: Deck | null, mayChange: boolean, change: () => void): void {
  const latest = useLatest({ mayChange, change });
  useEffect(() => {
    if (!deck?.element.paused || deck.element.played.length > 0) return;
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (latest.current.mayChange && connection && isSlow(connection)) latest.current.change();
  }, [deck, latest]);
}
