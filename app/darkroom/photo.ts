/** sRGB, 8 bits, RGBRGB… by rows. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
