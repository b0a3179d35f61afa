import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { brand } from "../../app/brand.ts";
import { promises } from "../../app/marketing/legal/promises.ts";
import { canvas } from "./encode.ts";

/** The size that chat apps and social networks expect; app/ui/page-head.tsx names it in the pages. */
const card = { width: 1200, height: 630 };
const words = 556;
const shown = card.width - words;
const paper = "#f3f8f5";

/**
 * What chat apps show of a link: mark and headline, and beside them original and result on either side of the line.
 * @param pair The original and the engine's result, each 4:5.
 */
export async function makeLinkPreview(publicFolder: string, [before, after]: [Buffer, Buffer]): Promise<void> {
  const half = shown / 2;
  const crop = (picture: Buffer) => sharp(picture).resize(shown, card.height, { position: "top" }).toBuffer();
  const left = await sharp(await crop(before))
    .extract({ left: 0, top: 0, width: half, height: card.height })
    .toBuffer();
  const right = await sharp(await crop(after))
    .extract({ left: half, top: 0, width: half, height: card.height })
    .toBuffer();
  // On the dark ground the rough half is light.
  const icon = (await readFile(join(publicFolder, "favicon.svg"), "utf8")).replace("#16211c", paper);
  const mark = await sharp(Buffer.from(icon), { density: 300 }).resize(64, 64).toBuffer();
  const preview = await canvas(card.width, card.height, [
    { input: Buffer.from(headline()), left: 0, top: 0 },
    { input: mark, left: 56, top: 64 },
    { input: left, left: words, top: 0 },
    { input: right, left: words + half, top: 0 },
    { input: await canvas(4, card.height, []), left: words + half - 2, top: 0 },
  ]);
  const file = join(publicFolder, "pictures/share.jpg");
  const { size } = await sharp(preview).jpeg({ quality: 82, mozjpeg: true }).toFile(file);
  console.log(`share: JPEG ${size} bytes`);
}

/** The tagline in three lines, in the colours of the landing page's closing card. */
function headline(): string {
  const [first, second, ...rest] = brand.tagline.split(/ (?=Photos|Perfection)/);
  const lines = [first, second, rest.join(" ")];
  const text = lines.map((line, at) => `<text x="56" y="${300 + at * 68}" font-size="56">${line}</text>`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${words}" height="${card.height}"
    font-family="Liberation Sans, Arial, Helvetica, sans-serif" font-weight="700" letter-spacing="-1" fill="${paper}">
    <rect width="100%" height="100%" fill="#0c1f18"/>
    <text x="132" y="110" font-size="40">${brand.name}</text>
    ${text}
    <text x="56" y="520" font-size="26" font-weight="400" letter-spacing="0" fill="#c3d3cb">${promises.welcomeGems} free gems to start</text>
  </svg>`;
}
