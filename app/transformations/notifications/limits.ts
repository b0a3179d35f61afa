/** What takes no longer than this is done before anybody left, seconds from request to end (issue: "a minute"). */
export const longerThanSeconds = 60;

/**
 * Who asked for it this lately is still looking, seconds. Pages ask every 1.5 to 3 s, without scripts every 10 s at most,
 * and not at all while they are hidden.
 */
export const unseenForSeconds = 20;
