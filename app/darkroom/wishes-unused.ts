/** The note for someone who described what they want: this engine cannot follow words. */
export const wishesUnused = "The built-in engine did not use your description.";
