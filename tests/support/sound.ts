const rate = 8000;

/** Returns a WAV file with a tenth of a second of silence. */
export const aWavFile = (): Buffer<ArrayBuffer> => wavOf(Buffer.alloc(rate / 10, 0x80));

/** Returns a tone of a number of seconds as a WAV file, which every browser plays. */
export function aTone(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(rate * seconds);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 128 + Math.round(20 * Math.sin(at / 6));
  return wavOf(samples);
}

function wavOf(samples: Buffer): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  // 16 bytes of format: PCM, one channel, bytes per second, one byte per sample.
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
