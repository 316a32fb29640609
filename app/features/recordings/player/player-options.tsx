import type { Player, RecordingPage } from "@server/selling/recordings/schemas";
import { ChoiceLinks } from "./choice-links";
import type { Way } from "./choices";
import type { PlayerState } from "./use-player";

type WayLinksProps = { player: Player; way: Way; onChoose: (way: Way) => void };

/** Renders nothing for a recording that can be played in one way only. */
export function WayLinks({ player: { video, sound }, way, onChoose }: WayLinksProps) {
  if (!video || !sound) return null;
  return (
    <ChoiceLinks
      label="Watch or listen"
      choices={(["watch", "listen"] as const).map((choice) => ({
        label: choice === "watch" ? "Watch" : "Listen",
        icon: choice === "watch" ? "video" : "sound",
        to: `?${choice}`,
        isCurrent: way === choice,
        onChoose: () => onChoose(choice),
      }))}
    />
  );
}

type PlayerOptionsProps = { stage: PlayerState; player: Player; next: RecordingPage["next"] };

export function PlayerOptions({ stage, player: { video }, next }: PlayerOptionsProps) {
  const { way, picture, playsNext, choosePicture, chooseNext } = stage;
  const hasPictures = way === "watch" && video?.small;
  if (!hasPictures && !next?.isOpen) return null;
  return (
    <div className="flex flex-wrap gap-x-9 gap-y-3">
      {hasPictures && (
        <ChoiceLinks
          label="Picture"
          isLabelShown
          choices={(["large", "small"] as const).map((size) => ({
            label: size === "large" ? "Large" : "Small",
            to: `?picture=${size}`,
            isCurrent: picture === size,
            onChoose: () => choosePicture(size),
          }))}
        />
      )}
      {next?.isOpen && (
        <ChoiceLinks
          label="Play the next one"
          isLabelShown
          needsScript
          choices={[true, false].map((isOn) => ({
            label: isOn ? "On" : "Off",
            to: isOn ? "?next=on" : "?next=off",
            isCurrent: playsNext === isOn,
            onChoose: () => chooseNext(isOn),
          }))}
        />
      )}
    </div>
  );
}
