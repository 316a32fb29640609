import { useEffect, useRef, useState } from "react";
import type { Player, RecordingPage } from "@server/selling/recordings/schemas";
import { createDeck, type Deck, play } from "./deck";

/** Where the element begins. */
export type Beginning = { second: number; isPlaying: boolean };

type MediaElementProps = {
  kind: "video" | "audio";
  recording: Pick<RecordingPage, "title" | "image">;
  captions: Player["captions"];
  /** Of its first file. The deck loads others: another address here would only load the element twice. */
  address: string;
  beginning: Beginning;
  onDeck: (deck: Deck | null) => void;
};

/** Renders the browser's own player, which starts at the right second without scripting, too. */
export function MediaElement({ kind, recording, captions, address, beginning, onDeck }: MediaElementProps) {
  const ref = useRef<HTMLVideoElement>(null);
  const [{ second, isPlaying, src }] = useState({
    ...beginning,
    src: beginning.second > 0 ? `${address}#t=${beginning.second}` : address,
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const deck = createDeck(element, second);
    onDeck(deck);
    if (isPlaying) play(element);
    return () => {
      deck.release();
      onDeck(null);
    };
  }, [second, isPlaying, onDeck]);

  const { title, image } = recording;
  const shared = { ref, controls: true, preload: "metadata", "aria-label": title, src } as const;
  if (kind === "audio") return <audio {...shared} className="w-full" />;
  return (
    <video {...shared} className="aspect-16/9 max-h-[80vh] w-full rounded-paper bg-deep" playsInline poster={image}>
      {captions.map(({ language, label, src: track }) => (
        <track key={track} kind="captions" src={track} srcLang={language} label={label} />
      ))}
      Your browser can&apos;t play this recording.
    </video>
  );
}
