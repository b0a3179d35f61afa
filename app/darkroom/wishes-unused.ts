/** The note for members who described a wish: the darkroom cannot follow words. */
export const wishesUnused = "Your description was not used.";
