export const wishesUnused = "Your description was not used.";
