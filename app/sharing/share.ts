/** A link to one result, as its owner sees it. */
export interface Share {
  id: string;
  /** The whole address, to be handed on. */
  url: string;
  /** Whoever has the link sees the original beside the result. */
  showsOriginal: boolean;
  /** Taken down after a report: the link is dead, and the result cannot be shared again. */
  takenDown: boolean;
}

export const sharePath = (token: string): string => `/s/${token}`;
