export interface ProfiledPixels {
  pixels: Uint8Array;
  width: number;
  height: number;
  profile: Uint8Array;
}

const short = 3;
const long = 4;
const undefinedType = 7;

/** Uncompressed TIFF (TIFF 6.0, little-endian, one strip) to pass pixels with a profile to sharp. */
export function tiffWithProfile({ pixels, width, height, profile }: ProfiledPixels): Buffer {
  const bitsAt = 8;
  const pixelsAt = bitsAt + 6;
  const profileAt = pixelsAt + pixels.length;
  const directoryAt = profileAt + profile.length + ((profileAt + profile.length) % 2);

  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, pixels.length],
    [34675, undefinedType, profile.length, profileAt],
  ] as const;

  const tiff = Buffer.alloc(directoryAt + 2 + entries.length * 12 + 4);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(directoryAt, 4);
  for (const sample of [0, 1, 2]) tiff.writeUInt16LE(8, bitsAt + sample * 2);
  tiff.set(pixels, pixelsAt);
  tiff.set(profile, profileAt);
  tiff.writeUInt16LE(entries.length, directoryAt);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt + 2 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return tiff;
}
