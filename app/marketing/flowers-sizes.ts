/**
 * The `sizes` of every appearance of the hero's picture: the same, so that the browser reuses one file. On phones less
 * than the true width is asked for, because a sharper file costs more on a slow line than it shows.
 */
export const flowersSizes = "(min-width: 44rem) 32rem, 60vw";
