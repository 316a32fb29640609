import { useEffect, useRef, useState, type RefObject } from "react";
import type { Player, RecordingPage } from "@server/content/recordings/schemas";
import { createPositionSaver, measure } from "./position-saver";

const saveEveryMs = 10_000;

/** Plays and starts at the saved position without scripting; saving the position needs scripting. */
export function RecordingPlayer({ recording, player }: { recording: RecordingPage; player: Player }) {
  const { id, title, image } = recording;
  const video = useRef<HTMLVideoElement>(null);
  // A changed address would reload the video, so the first position is kept.
  const [startSeconds] = useState(player.startSeconds);
  useStartAt(video, startSeconds);
  useKeptPlace(video, id);

  return (
    <video
      ref={video}
      className="aspect-16/9 max-h-[80vh] w-full rounded-paper bg-deep"
      controls
      playsInline
      preload="metadata"
      poster={image}
      aria-label={title}
      src={startSeconds > 0 ? `${player.video}#t=${startSeconds}` : player.video}
    >
      {player.captions && <track kind="captions" src={player.captions} srcLang="en" label="English" />}
      Your browser can&apos;t play this recording.
    </video>
  );
}

/** For browsers that ignore the media fragment in the address. */
function useStartAt(video: RefObject<HTMLVideoElement>, startSeconds: number) {
  useEffect(() => {
    const element = video.current;
    if (!element || startSeconds === 0) return;
    const start = () => {
      if (element.currentTime < 1 && element.paused) element.currentTime = startSeconds;
    };
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) start();
    else element.addEventListener("loadedmetadata", start, { once: true });
    return () => element.removeEventListener("loadedmetadata", start);
  }, [video, startSeconds]);
}

/** Saves the position every 10 s, at each pause and on leaving; takes over a newer one from another device. */
function useKeptPlace(video: RefObject<HTMLVideoElement>, recordingId: string) {
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const saver = createPositionSaver(recordingId);
    const save = () => saver.save(measure(element));
    const leave = () => saver.saveAndLeave(measure(element));
    const catchUp = async () => {
      if (!element.paused) return;
      const place = await saver.newerPlace();
      if (place !== null && element.paused) element.currentTime = place;
    };
    const look = () => void (document.visibilityState === "hidden" ? leave() : catchUp());
    const timer = window.setInterval(() => !element.paused && save(), saveEveryMs);
    element.addEventListener("pause", save);
    element.addEventListener("ended", save);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pagehide", leave);
    return () => {
      window.clearInterval(timer);
      element.removeEventListener("pause", save);
      element.removeEventListener("ended", save);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [video, recordingId]);
}
