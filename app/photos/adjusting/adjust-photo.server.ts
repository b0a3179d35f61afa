import { createHash } from "node:crypto";
import { foreignKeyViolation, hasSqlState } from "../../server/database/database.ts";
import { readDuringRename } from "../storing/rename-picture.server.ts";
import type { PhotoInspection } from "../inspection/photo-inspection.ts";
import { storedBefore, storePhoto, type StoringPhoto } from "../storing/store-photo.server.ts";
import { ownPhoto } from "../own-photo.server.ts";
import { type Adjustment, changesNothing, frameProblem, turnedSize } from "./adjustment.ts";

export type PhotoAdjusting =
  | { ok: true; photoId: string }
  | { ok: false; problem: "missing" | "outside" | "unreadable" };

export async function adjustPhoto(
  services: StoringPhoto & { photoInspection: Pick<PhotoInspection, "adjust"> },
  { memberId, wholeId, adjustment }: { memberId: string; wholeId: string; adjustment: Adjustment },
): Promise<PhotoAdjusting> {
  const { database, photoHost, photoInspection } = services;
  const whole = await ownPhoto(database, memberId, wholeId);
  if (whole?.kind !== "original") return { ok: false, problem: "missing" };
  if (frameProblem(adjustment, turnedSize(whole, adjustment.turn))) return { ok: false, problem: "outside" };
  if (changesNothing(adjustment, whole)) return { ok: true, photoId: whole.id };
  const key = keyOf(whole.id, adjustment);
  const earlier = await storedBefore(database, memberId, key);
  if (earlier) return { ok: true, photoId: earlier.photoId };
  const reload = () => ownPhoto(database, memberId, whole.id);
  const file = await readDuringRename(whole, reload, (id) => photoHost.read(id));
  if (!file) return { ok: false, problem: "missing" };
  const adjusted = await photoInspection.adjust(file.bytes, adjustment);
  if (!adjusted.ok) return { ok: false, problem: "unreadable" };
  try {
    const by = { from: whole.id, by: adjustment };
    const photo = { ...adjusted.photo, memberId, name: whole.file_name, key, adjusted: by };
    return { ok: true, photoId: (await storePhoto(services, photo)).photoId };
  } catch (error) {
    if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "missing" };
    throw error;
  }
}

/** Same photo, same adjustment, same key: a UUID version 8 (RFC 9562, section 5.8). */
function keyOf(wholeId: string, { turn, left, top, width, height }: Adjustment): string {
  const hash = createHash("sha256").update([wholeId, turn, left, top, width, height].join(" ")).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
