/** How much may be generated; every number is a count of transformations. A day is Lagos's, midnight to midnight. */
export interface GenerationLimits {
  /** Queued and running, for one member. A batch of ten fits twice. */
  runningPerMember: number;
  dailyPerMember: number;
  /**
   * The same for a member none of whose purchases was kept; the lower of both holds. Such a member has one gem or two,
   * which come back when a running transformation is deleted, though the engine was paid.
   */
  dailyWithoutPurchase: number;
  /** For all members together; null for no limit. */
  daily: number | null;
}

/** What holds where the environment says nothing (docs/configuration.md, "Product"). */
export const defaultGenerationLimits: GenerationLimits = {
  runningPerMember: 20,
  dailyPerMember: 100,
  dailyWithoutPurchase: 10,
  daily: null,
};

/** Why a request was not let in (`admit_generations` in supabase/migrations). */
export interface GenerationRefusal {
  limit: "running" | "member-day" | "product-day";
  /** How many would have been let in; null where the member is not told. */
  room: number | null;
  /** When asking again may help. */
  waitSeconds: number;
}

/** What the person reads: which limit, when it opens again, and that nothing was taken. `kept` says what else stays. */
export function refusalText({ limit, room, waitSeconds }: GenerationRefusal, kept = ""): string {
  const end = kept ? `No gem was taken, and ${kept}.` : "No gem was taken.";
  const fewer = room ? ` ${room === 1 ? "One photo" : `${room} photos`} would still fit.` : "";
  switch (limit) {
    case "running":
      return `You have as many photos being made as fit at once.${fewer} Please wait until one is done, then press again. ${end}`;
    case "member-day":
      return `You have reached the most one person can make in a day.${fewer} It opens again ${atMidnight(waitSeconds)}. ${end}`;
    case "product-day":
      return `We have reached the most we can make in a day. It opens again ${atMidnight(waitSeconds)}. ${end}`;
  }
}

/** The heading over it. */
export const refusalTitle = ({ limit }: GenerationRefusal): string =>
  limit === "running" ? "One moment, please" : "That is all for today";

function atMidnight(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  const inHours = hours < 1 ? "in less than an hour" : hours === 1 ? "in about an hour" : `in about ${hours} hours`;
  return `at midnight, Lagos time (${inHours})`;
}
