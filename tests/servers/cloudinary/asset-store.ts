import { createHash, randomBytes } from "node:crypto";
import sharp from "sharp";

export interface Asset {
  publicId: string;
  type: string;
  bytes: Buffer;
  version: number;
  createdAt: Date;
}

export interface Delivered {
  status: number;
  error?: string;
  body: Buffer;
  contentType: string;
}

interface Cached {
  key: string;
  version: string | undefined;
  answer: Delivered;
}

export interface AssetStore {
  assets: Map<string, Asset>;
  keep(asset: Omit<Asset, "version" | "createdAt">): Asset;
  deliver(
    url: string,
    wanted: { key: string; version: string | undefined; transformation: string },
  ): Promise<Delivered>;
  /** Removes an asset's URLs from the delivery network: those with version 1, which SDKs add, or with none. */
  invalidate(key: string): void;
}

export const keyOf = (type: string, publicId: string) => `${type}/${publicId}`;

/**
 * Assets, and a delivery network in front of them that caches every response, errors included, until an invalidation
 * (https://cloudinary.com/documentation/invalidate_cached_media_assets_on_the_cdn).
 */
export function createAssetStore(): AssetStore {
  const assets = new Map<string, Asset>();
  const cache = new Map<string, Cached>();
  let version = 1_700_000_000;

  async function answer(key: string, transformation: string): Promise<Delivered> {
    const asset = assets.get(key);
    if (!asset) return mistake(404, `Resource not found - ${key.slice(key.indexOf("/") + 1)}`);
    const body = await transform(asset.bytes, transformation);
    if (!body) return mistake(400, `Invalid transformation: ${transformation}`);
    return { status: 200, body, contentType: `image/${(await sharp(body).metadata()).format}` };
  }

  return {
    assets,

    keep(asset) {
      version += 1;
      const kept = { ...asset, version, createdAt: new Date() };
      assets.set(keyOf(asset.type, asset.publicId), kept);
      return kept;
    },

    async deliver(url, wanted) {
      const remembered = cache.get(url);
      if (remembered) return remembered.answer;
      const fresh = { ...wanted, answer: await answer(wanted.key, wanted.transformation) };
      cache.set(url, fresh);
      return fresh.answer;
    },

    invalidate(key) {
      for (const [url, cached] of cache) {
        const isCovered = cached.version === undefined || cached.version === "v1";
        if (cached.key === key && isCovered && cached.answer.status === 200) cache.delete(url);
      }
    },
  };
}

/** An asset in the API's form (https://cloudinary.com/documentation/image_upload_api_reference#sample_response). */
export async function describeAsset({ publicId, type, bytes, version, createdAt }: Asset): Promise<object> {
  const { width, height, format } = await sharp(bytes).metadata();
  return {
    asset_id: randomBytes(16).toString("hex"),
    public_id: publicId,
    version,
    version_id: randomBytes(16).toString("hex"),
    width,
    height,
    format: format === "jpeg" ? "jpg" : format,
    resource_type: "image",
    created_at: createdAt.toISOString(),
    tags: [],
    bytes: bytes.length,
    type,
    etag: createHash("md5").update(bytes).digest("hex"),
    placeholder: false,
    asset_folder: "photogem",
    display_name: publicId.split("/").at(-1),
  };
}

const mistake = (status: number, error: string): Delivered => ({
  status,
  error,
  body: Buffer.alloc(0),
  contentType: "text/html",
});

interface Transformation {
  width?: number;
  format?: "jpg" | "webp" | "avif";
  quality?: "auto" | number;
  background?: "white";
  crop?: "limit";
  flags: ("original" | "strip_profile")[];
}

/** Applies a transformation to a stored file. Null when Cloudinary, or this server, does not support it. */
async function transform(file: Buffer, text: string): Promise<Buffer | null> {
  const asked = parse(text);
  if (!asked) return null;
  if (asked.flags.includes("original") || text === "") return file;
  const { width, format, quality, background, crop } = asked;
  if (width !== undefined && crop !== "limit") return null;
  let image = sharp(file).resize({ ...(width ? { width } : {}), withoutEnlargement: true });
  if (background) image = image.flatten({ background });
  const options = quality === "auto" || quality === undefined ? {} : { quality };
  if (format === "jpg") return image.jpeg(options).toBuffer();
  if (format === "webp") return image.webp(options).toBuffer();
  if (format === "avif") return image.avif({ ...options, effort: 0 }).toBuffer();
  return image.toBuffer();
}

function parse(text: string): Transformation | null {
  const asked: Transformation = { flags: [] };
  for (const part of text.split(",").filter(Boolean)) {
    const value = /^[a-z]+_(.+)$/.exec(part)?.[1] ?? "";
    if (/^w_\d+$/.test(part)) asked.width = Number(value);
    else if (part === "c_limit") asked.crop = "limit";
    else if (value === "jpg" || value === "webp" || value === "avif") asked.format = value;
    else if (/^q_(auto|\d+)$/.test(part)) asked.quality = value === "auto" ? "auto" : Number(value);
    else if (part === "b_white") asked.background = "white";
    else if (value === "original" || value === "strip_profile") asked.flags.push(value);
    else return null;
  }
  return asked;
}
