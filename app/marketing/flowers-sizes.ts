/**
 * One value for every use, so that the browser reuses the file; below the true width on phones,
 * which saves bytes.
 */
export const flowersSizes = "(min-width: 44rem) 32rem, 60vw";
