import { createBodySlots } from "../../server/http/bodies/slots.ts";

export const uploadSlots = createBodySlots({ perMember: 3, inAll: 12 });

/** Each holds one photo of up to 30 MB for minutes. */
export const severalUploadsSlots = createBodySlots({ perMember: 1, inAll: 4 });

export const uploadWait = { message: "Other photos are being received. Please try again in a moment.", seconds: 5 };
