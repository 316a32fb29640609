/** What is known of the picture of a file. Its size is that in which it is shown: turned, and with square pixels. */
export type PictureFacts = {
  index: number;
  codec: string;
  profile: string;
  pixelFormat: string;
  width: number;
  height: number;
  framesPerSecond: number;
  /** Whether it is brighter than screens show without being told, as phones film by default. */
  isHdr: boolean;
  /** What its colours are, where the file does not say it: those of a bright picture. */
  assumedColours: string[];
};

export type SoundFacts = { index: number; codec: string; profile: string; channels: number };

/** What is known of a file that can be prepared. */
export type MediaFacts = {
  seconds: number;
  bytes: number;
  picture: PictureFacts | null;
  sound: SoundFacts | null;
};

/** A file that is read, and how. */
export type OpenSource = { path: string; demuxer: string; facts: MediaFacts };
