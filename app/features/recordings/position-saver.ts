import type { PlaybackPosition } from "@server/content/recordings/schemas";
import { createApi } from "~/lib/api/client";

type Position = { positionSeconds: number; isFinished: boolean; measuredAt: number };

const { recordings } = createApi((address, init) => fetch(address, { ...init, keepalive: init?.method === "POST" }));

/** `keepalive` requests outlive the page, so their answers are not known. */
const { recordings: lastCalls } = createApi((address, init) => {
  if (typeof address === "string" && typeof init?.body === "string") {
    navigator.sendBeacon(address, new Blob([init.body], { type: "application/json" }));
  }
  return new Promise(() => undefined);
});

export function measure(video: HTMLVideoElement): Position {
  const isFinished = video.ended || (video.duration > 0 && video.currentTime >= video.duration * 0.95);
  return { positionSeconds: video.currentTime, isFinished, measuredAt: performance.now() };
}

/** Sends positions one at a time, with their age, because the clocks of browser and server may differ. */
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
    save(position: Position): void {
      if (isNews(position)) waiting = position;
      void sendWaiting();
    },
    /** Uses a request that outlives the page. */
    saveAndLeave(position: Position): void {
      if (!isNews(position)) return;
      waiting = null;
      sent = position;
      void lastCalls.savePosition.mutate(inputOf(position));
    },
    /** Returns the position that another device has saved since; null if this one's is the newest. */
    async newerPlace(): Promise<number | null> {
      const place = await readPlace(recordingId);
      const knownForMs = performance.now() - (sent?.measuredAt ?? openedAt);
      const isNewer = place && place.ageMs < knownForMs;
      // The server rounds a position that was sent from here, so compare it as a whole number.
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
