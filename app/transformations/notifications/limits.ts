/** Seconds from request to end; a shorter run ends before the member leaves. */
export const longerThanSeconds = 60;

/** A page polls every 1.5 to 3 s, at most 10 s, never while hidden; after this many seconds it counts as left. */
export const unseenForSeconds = 20;
