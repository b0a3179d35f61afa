import { createHash } from "node:crypto";
import sharp from "sharp";
import { type AssetStore, describeAsset, keyOf } from "./asset-store.ts";

const operations = ["upload", "destroy", "rename"] as const;
export type Operation = (typeof operations)[number];
export const isOperation = (name: string): name is Operation => operations.some((operation) => operation === name);

export interface Call {
  operation: Operation;
  cloud: string;
  parameters: Map<string, string>;
  file: Buffer | null;
}

export interface Account {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
}

interface Answer {
  status: number;
  body: object;
}

const maxFileBytes = 10 * 1024 * 1024;
/** Allowed deviation of a call's timestamp, in seconds. */
const maxAge = 3600;

/** Checks a call like Cloudinary, with its messages, and carries it out. */
export async function answerCall(store: AssetStore, account: Account, call: Call): Promise<Answer> {
  return refuse(account, call) ?? (await { upload, destroy, rename }[call.operation](store, call));
}

function refuse({ cloudName, apiKey, apiSecret }: Account, { cloud, parameters }: Call): Answer | null {
  if (cloud !== cloudName) return error(401, `Invalid cloud_name ${cloud}`);
  if (parameters.get("api_key") !== apiKey) return error(401, `unknown api_key ${parameters.get("api_key")}`);
  const timestamp = Number(parameters.get("timestamp"));
  if (!(Math.abs(timestamp - Date.now() / 1000) < maxAge)) {
    return error(
      400,
      `Stale request - reported time is ${new Date(timestamp * 1000).toISOString()} which is more than 1 hour ago`,
    );
  }
  const signature = parameters.get("signature");
  if (signature !== callSignature(parameters, apiSecret)) {
    return error(401, `Invalid Signature ${signature}. String to sign - '${stringToSign(parameters)}'.`);
  }
  return null;
}

async function upload(store: AssetStore, { parameters, file }: Call): Promise<Answer> {
  const publicId = parameters.get("public_id") ?? "";
  const type = parameters.get("type") ?? "upload";
  if (!file) return error(400, "Missing required parameter - file");
  if (file.length > maxFileBytes) {
    return error(
      400,
      `File size too large. Got ${file.length}. Maximum is ${maxFileBytes}. Upgrade your plan to enjoy higher limits`,
    );
  }
  if (!isAcceptable(publicId)) return error(400, `public_id (${publicId}) is invalid`);
  if (!(await isPicture(file))) return error(400, "Invalid image file");
  const present = store.assets.get(keyOf(type, publicId));
  if (present && parameters.get("overwrite") === "0") {
    return { status: 200, body: { ...(await describeAsset(present)), existing: true } };
  }
  const asset = store.keep({ publicId, type, bytes: file });
  if (parameters.get("invalidate") === "1") store.invalidate(keyOf(type, publicId));
  return { status: 200, body: await describeAsset(asset) };
}

async function destroy(store: AssetStore, { parameters }: Call): Promise<Answer> {
  const key = keyOf(parameters.get("type") ?? "upload", parameters.get("public_id") ?? "");
  const existed = store.assets.delete(key);
  if (isTrue(parameters.get("invalidate"))) store.invalidate(key);
  return { status: 200, body: { result: existed ? "ok" : "not found" } };
}

async function rename(store: AssetStore, { parameters }: Call): Promise<Answer> {
  const type = parameters.get("type") ?? "upload";
  const [from = "", to = ""] = [parameters.get("from_public_id"), parameters.get("to_public_id")];
  const asset = store.assets.get(keyOf(type, from));
  if (!asset) return error(404, `Resource not found - ${from}`);
  if (!isAcceptable(to)) return error(400, `to_public_id (${to}) is invalid`);
  if (store.assets.has(keyOf(type, to)) && !isTrue(parameters.get("overwrite"))) {
    return error(400, `to_public_id (${to}) already exists`);
  }
  store.assets.delete(keyOf(type, from));
  const moved = store.keep({ publicId: to, type, bytes: asset.bytes });
  if (isTrue(parameters.get("invalidate"))) store.invalidate(keyOf(type, from));
  return { status: 200, body: await describeAsset(moved) };
}

const isTrue = (value: string | undefined) => value === "1" || value === "true";

/** https://cloudinary.com/documentation/upload_parameters#public_id */
const isAcceptable = (publicId: string) => publicId !== "" && !/[?&#\\%<>+]|^[\s/]|[\s/]$/.test(publicId);

async function isPicture(file: Buffer): Promise<boolean> {
  try {
    await sharp(file).metadata();
    return true;
  } catch {
    return false;
  }
}

const error = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

/**
 * The signature of an API call (https://cloudinary.com/documentation/authentication_signatures): its parameters except
 * those below, sorted, joined, followed by the secret, as SHA-1 in hex. `&` in a value is escaped, so that two
 * parameters cannot look like one.
 */
function callSignature(parameters: ReadonlyMap<string, string>, secret: string): string {
  return createHash("sha1")
    .update(`${stringToSign(parameters)}${secret}`)
    .digest("hex");
}

function stringToSign(parameters: ReadonlyMap<string, string>): string {
  const unsigned = new Set(["file", "api_key", "cloud_name", "resource_type", "signature"]);
  return [...parameters]
    .filter(([name, value]) => !unsigned.has(name) && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`.replaceAll("&", "%26"))
    .join("&");
}

/**
 * The signature in a delivery URL (https://cloudinary.com/documentation/control_access_to_media) over the rest of the
 * URL without the version, followed by the secret: the first eight characters of its SHA-1 in base64url.
 */
export function deliverySignature(transformation: string, source: string, secret: string): string {
  const signed = transformation ? `${transformation}/${source}` : source;
  return `s--${createHash("sha1").update(`${signed}${secret}`).digest("base64url").slice(0, 8)}--`;
}
