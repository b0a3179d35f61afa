import sharp, { type OverlayOptions } from "sharp";

/** A cell's longer side and the gap between cells, in pixels. */
const [cellSide, gap] = [300, 4];
/** A fringe shows on one of these: a light, a dark and a saturated backdrop. */
const backdrops = ["#ffffff", "#000000", "#00a040"];

export interface SheetRow {
  photo: Uint8Array;
  cutOut: Uint8Array;
}

/** A PNG or JPEG by the file's name: for each photo a row with the photo and the cut-out on three backdrops. */
export async function writeContactSheet(file: string, rows: readonly SheetRow[]): Promise<void> {
  const step = cellSide + gap;
  const cells: OverlayOptions[] = [];
  for (const [row, { photo, cutOut }] of rows.entries()) {
    const fit = { width: cellSide, height: cellSide, fit: "inside" } as const;
    const pictures = [
      await sharp(photo).autoOrient().resize(fit).png().toBuffer(),
      ...(await Promise.all(
        backdrops.map((background) => sharp(cutOut).resize(fit).flatten({ background }).png().toBuffer()),
      )),
    ];
    for (const [column, input] of pictures.entries()) cells.push({ input, left: column * step, top: row * step });
  }
  const size = { width: (1 + backdrops.length) * step, height: Math.max(1, rows.length) * step };
  const sheet = sharp({ create: { ...size, channels: 3, background: "#808080" } }).composite(cells);
  await sheet.toFile(file);
}
