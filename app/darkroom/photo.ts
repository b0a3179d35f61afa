/** A picture as the effects see it: sRGB, 8 bits each, RGBRGB… row by row. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}
