import { crc32 } from "node:zlib";

/** Signature (8 bytes) and IHDR (25) come first (PNG, third edition, 5.2 and 11.2.1). */
const headBytes = 33;

/**
 * Uncompressed iTXt chunk (XMP specification, part 3, 1.1.5), for readers that scan the file; libvips compresses it.
 */
export function pngWithXmp(png: Uint8Array, xmp: string): Uint8Array<ArrayBuffer> {
  // Keyword, compression flag and method, empty language and translation.
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
