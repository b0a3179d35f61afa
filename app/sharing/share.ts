export interface Share {
  id: string;
  url: string;
  showsOriginal: boolean;
  /** Taken down after a report; the result cannot be shared again. */
  takenDown: boolean;
}

export const sharePath = (token: string): string => `/s/${token}`;
