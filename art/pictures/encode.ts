import sharp from "sharp";
import { pictures, pictureUrl, type PictureName } from "../../app/ui/artwork/pictures.ts";

/**
 * Chosen by eye at the width shown; smooth pictures need fewer bits than detailed ones. AVIF is encoded with 10 bits,
 * which every decoder of it reads: gradients stay smooth at a fifth fewer bytes.
 */
const quality: Record<PictureName, { avif: number; webp: number }> = {
  flowers: { avif: 25, webp: 44 },
  perfume: { avif: 38, webp: 50 },
  portrait: { avif: 38, webp: 50 },
  fruit: { avif: 34, webp: 46 },
  places: { avif: 40, webp: 55 },
  backdrops: { avif: 40, webp: 55 },
  panels: { avif: 40, webp: 55 },
  gallery: { avif: 40, webp: 55 },
  desert: { avif: 45, webp: 60 },
};

/** Writes a picture at every width and in both encodings that pages ask for. */
export async function encode(publicFolder: string, name: PictureName, picture: Buffer): Promise<void> {
  for (const width of pictures[name].widths) {
    const avif = await writeAvif(name, picture, width, publicFolder + pictureUrl(name, width, "avif"));
    const webp = await sharp(picture)
      .resize({ width })
      .webp({ quality: quality[name].webp, effort: 6 })
      .toFile(publicFolder + pictureUrl(name, width, "webp"));
    console.log(`${name} ${width} px: AVIF ${avif.size}, WebP ${webp.size} bytes`);
  }
}

/** Writes a picture to `file` as AVIF, `width` px wide. An effort of 9 takes the encoder long and saves some 2 %. */
export const writeAvif = (name: PictureName, picture: Buffer, width: number, file: string, effort = 6) =>
  sharp(picture)
    .resize({ width })
    .avif({ quality: quality[name].avif, effort, chromaSubsampling: "4:2:0", bitdepth: 10 })
    .toFile(file);
