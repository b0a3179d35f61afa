import { crc32 } from "node:zlib";

/** The signature (8 bytes) and the IHDR chunk (25), which always come first (PNG, third edition, 5.2 and 11.2.1). */
const headBytes = 33;

/**
 * A PNG with an XMP packet as the XMP specification, part 3, 1.1.5, wants it: in an uncompressed iTXt chunk, where
 * readers that only scan the file find it too. (libvips writes a compressed zTXt chunk, which some do not read.)
 */
export function pngWithXmp(png: Uint8Array, xmp: string): Uint8Array<ArrayBuffer> {
  // Keyword, compression flag and method, empty language and translated keyword.
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmp}`, "utf8");
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, headBytes));
  whole.set(chunk, headBytes);
  whole.set(png.subarray(headBytes), headBytes + chunk.length);
  return whole;
}
