import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { toolList } from "../../app/tools/tool-list.ts";

const brandFolder = join(import.meta.dirname, "../../art/brand");

/** Corner radius as a share of the side, for launchers that do not mask icons. */
const corner = 0.22;

/**
 * Writes the icons of the installed app, of its shortcuts and of browsers without SVG from art/brand to `publicFolder`.
 * Maskable icons fill the square; the others have a tile, because half of the mark has the colour of a light or dark
 * page.
 */
export async function makeAppIcons(publicFolder: string): Promise<void> {
  const icons = join(publicFolder, "icons");
  const tile = await drawn("maskable.svg", 512);
  for (const size of [192, 512]) {
    await write(join(icons, `icon-${size}.png`), await rounded(tile, size));
    await write(join(icons, `maskable-${size}.png`), await sized(tile, size));
  }
  await write(join(icons, "monochrome-512.png"), await drawn("monochrome.svg", 512));
  // iOS rounds the icon and shows transparent corners black.
  await write(join(icons, "apple-touch.png"), await sized(tile, 180));
  for (const id of Object.keys(toolList)) {
    await write(join(icons, `shortcut-${id}.png`), await drawn(`shortcut-${id}.svg`, 96));
  }
  await writeFile(join(publicFolder, "favicon.ico"), icoOf(await packed(await smallTile()), 32));
}

const drawn = async (file: string, size: number) =>
  sharp(await readFile(join(brandFolder, file)), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();

const sized = (picture: Buffer, size: number) => sharp(picture).resize(size, size).png().toBuffer();

async function rounded(tile: Buffer, size: number): Promise<Buffer> {
  const radius = Math.round(size * corner);
  const mask = `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`;
  return sharp(await sized(tile, size))
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

/** At 32 px the mark must fill its tile to be visible. */
async function smallTile(): Promise<Buffer> {
  const mark = await drawn("mark.svg", 28);
  const ground = sharp({ create: { width: 32, height: 32, channels: 4, background: "#0c1f18" } });
  return rounded(
    await ground
      .composite([{ input: mark, left: 2, top: 2 }])
      .png()
      .toBuffer(),
    32,
  );
}

/** A palette of 64 holds all flat colours and their edges. */
const packed = (picture: Buffer) =>
  sharp(picture).png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 }).toBuffer();

async function write(file: string, picture: Buffer) {
  const bytes = await packed(picture);
  await writeFile(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}

/** A PNG of `size` px in an ICO file (learn.microsoft.com/previous-versions/ms997538): header, one entry, the PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
