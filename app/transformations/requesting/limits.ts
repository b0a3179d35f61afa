/** Counts of transformations. A day runs from midnight to midnight in Lagos. */
export interface GenerationLimits {
  /** Queued and running, for one member; fits two batches of ten. */
  runningPerMember: number;
  dailyPerMember: number;
  /** For members without a non-refunded purchase; the lower limit applies. */
  dailyWithoutPurchase: number;
  daily: number | null;
}

export const defaultGenerationLimits: GenerationLimits = {
  runningPerMember: 20,
  dailyPerMember: 100,
  dailyWithoutPurchase: 10,
  daily: null,
};

export interface GenerationRefusal {
  /** `storage`: the database's disk is full. */
  limit: "running" | "member-day" | "product-day" | "storage";
  /** Number of further admissions; null when the member must not see it. */
  remaining: number | null;
  waitSeconds: number;
}

/** Tells the member the limit, its reset, and that no gem was taken. `savedWork` names the saved work. */
export function refusalText({ limit, remaining, waitSeconds }: GenerationRefusal, savedWork = ""): string {
  const end = savedWork ? `No gem was taken, and ${savedWork}.` : "No gem was taken.";
  const fewer = remaining ? ` ${remaining === 1 ? "One photo" : `${remaining} photos`} would still fit.` : "";
  switch (limit) {
    case "running":
      return `You have as many photos in progress as we allow at once.${fewer} Please wait until one is done, then try again. ${end}`;
    case "member-day":
      return `You have reached today's limit for one person.${fewer} You can continue ${atMidnight(waitSeconds)}. ${end}`;
    case "product-day":
      return `We have reached today's limit for everyone. You can continue ${atMidnight(waitSeconds)}. ${end}`;
    case "storage":
      return `We can't save anything right now. Please try again in a few minutes. ${end}`;
  }
}

export const refusalTitle = ({ limit }: GenerationRefusal): string =>
  limit === "running" || limit === "storage" ? "One moment, please" : "That is all for today";

function atMidnight(seconds: number): string {
  const hours = Math.round(seconds / 3600);
  const inHours = hours < 1 ? "in less than an hour" : hours === 1 ? "in about an hour" : `in about ${hours} hours`;
  return `at midnight, Lagos time (${inHours})`;
}
