import type { ReactNode } from "react";
import { textLinkStyle } from "~/ui/link";
import { Icon } from "~/ui/icon";
import { ChapterList } from "./chapter-list";
import { ContinueRow } from "./continue-row";
import { MediaElement } from "./media-element";
import { PlayerOptions, WayLinks } from "./player-options";
import { SoundCard } from "./sound-card";
import { TranscriptPanel } from "./transcript-panel";
import { TroubleNote } from "./trouble-note";
import { type PlayedRecording, usePlayer } from "./use-player";

/** Renders the player with all that belongs to it. `children` is the text about the recording. */
export function PlayerStage({ children, ...props }: PlayedRecording & { children: ReactNode }) {
  const { recording, player } = props;
  const { chapters, transcript, download } = player;
  const stage = usePlayer(props);
  const { deck, way, trouble, sleepTimer } = stage;
  const path = `${recording.seriesPath}/${recording.id}`;
  const element = (
    <MediaElement
      key={way}
      kind={way === "listen" ? "audio" : "video"}
      recording={recording}
      captions={player.captions}
      address={stage.address}
      beginning={stage.beginning}
      onDeck={stage.onDeck}
    />
  );
  const hasAside = chapters.length > 0 || transcript !== null;
  return (
    <div className={hasAside ? "grid items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_22rem]" : "grid"}>
      <div className="grid gap-5">
        <WayLinks player={player} way={way} onChoose={stage.chooseWay} />
        {way === "listen" ? (
          <SoundCard recording={recording} player={player} deck={deck} sleepTimer={sleepTimer}>
            {element}
          </SoundCard>
        ) : (
          element
        )}
        <TroubleNote
          trouble={trouble}
          deck={deck}
          paths={{ recording: path, series: recording.seriesPath }}
          onTryAgain={stage.tryAgain}
        />
        <ContinueRow key={recording.id} recording={recording} player={player} deck={deck} />
        <PlayerOptions stage={stage} player={player} next={recording.next} />
        {download && (
          <a className={`${textLinkStyle} inline-flex min-h-11 items-center gap-2 justify-self-start`} href={download}>
            <Icon name="download" className="icon--s" />
            Download the sound
          </a>
        )}
        {children}
      </div>
      {hasAside && (
        <div className="grid gap-9">
          {chapters.length > 0 && <ChapterList player={player} deck={deck} />}
          {transcript && <TranscriptPanel transcript={transcript} player={player} deck={deck} />}
        </div>
      )}
    </div>
  );
}
