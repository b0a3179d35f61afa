import { createBodySlots } from "../../server/http/bodies/body-slots.ts";

/** How many uploads this process reads at once: each holds up to 10 MB while it is looked at. */
export const uploadSlots = createBodySlots({ perMember: 3, inAll: 12 });

/** The same for forms with several photos of those who may send them, each of which holds one photo of up to 30 MB at a time, for minutes. */
export const severalUploadsSlots = createBodySlots({ perMember: 1, inAll: 4 });

/** What somebody reads whose upload has to wait, and for how long, in seconds. */
export const uploadWait = { message: "Other photos are being received. Please try again in a moment.", seconds: 5 };
