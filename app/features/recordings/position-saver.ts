import type { PlaybackPosition } from "@server/recordings/schemas";
import { createApi } from "~/lib/api/client";

type Position = { positionSeconds: number; isFinished: boolean; measuredAt: number };

const { recordings } = createApi((address, init) => fetch(address, { ...init, keepalive: init?.method === "POST" }));

/** Calls that are made while the page goes: they outlive it, and what is answered is not known. */
const { recordings: lastCalls } = createApi((address, init) => {
  if (typeof address === "string" && typeof init?.body === "string") {
    navigator.sendBeacon(address, new Blob([init.body], { type: "application/json" }));
  }
  return new Promise(() => undefined);
});

/** What a player reports: where it stands, and whether that is as good as the end. */
export function measure(video: HTMLVideoElement): Position {
  const isFinished = video.ended || (video.duration > 0 && video.currentTime >= video.duration * 0.95);
  return { positionSeconds: video.currentTime, isFinished, measuredAt: performance.now() };
}

/**
 * Brings positions to the server, one at a time and the newest last; what did not arrive goes along with the next try.
 * A position says how old it is, so that nobody's clock matters.
 */
export function createPositionSaver(recordingId: string) {
  const openedAt = performance.now();
  let sent: Position | null = null;
  let waiting: Position | null = null;
  let isSending = false;

  const inputOf = ({ measuredAt, ...position }: Position) => ({
    recordingId,
    ...position,
    ageMs: Math.max(0, performance.now() - measuredAt),
  });
  const isNews = (position: Position) =>
    position.positionSeconds >= 1 && Math.abs(position.positionSeconds - (sent?.positionSeconds ?? 0)) >= 0.5;

  async function sendWaiting(): Promise<void> {
    if (isSending || !waiting) return;
    const position = waiting;
    waiting = null;
    isSending = true;
    const isTaken = await isSaved(inputOf(position));
    isSending = false;
    if (isTaken) sent = position;
    else waiting ??= position;
  }

  return {
    /** Keeps a position, now or with the next one. */
    save(position: Position): void {
      if (isNews(position)) waiting = position;
      void sendWaiting();
    },
    /** The page may be gone in a moment: what is not on its way now never will be. */
    saveAndLeave(position: Position): void {
      if (!isNews(position)) return;
      waiting = null;
      sent = position;
      void lastCalls.savePosition.mutate(inputOf(position));
    },
    /** Where another device has gone on since; null where this one has the newest place. */
    async newerPlace(): Promise<number | null> {
      const place = await readPlace(recordingId);
      const knownForMs = performance.now() - (sent?.measuredAt ?? openedAt);
      const isNewer = place && place.ageMs < knownForMs;
      // What was sent from here comes back as a whole number, a little younger for its way.
      return isNewer && place.positionSeconds !== Math.floor(sent?.positionSeconds ?? 0) ? place.startSeconds : null;
    },
  };
}

async function isSaved(input: PlaybackPosition): Promise<boolean> {
  try {
    await recordings.savePosition.mutate(input);
    return true;
  } catch {
    return false;
  }
}

async function readPlace(recordingId: string) {
  try {
    return await recordings.getPosition.query({ recordingId });
  } catch {
    return null;
  }
}
