import { z } from "zod";
import { probeService } from "../probe-service.server.ts";

export interface CloudinaryAccount {
  cloud_name: string;
  api_key: string;
  api_secret: string;
  /** Without a trailing slash; accounts in Europe and Asia have their own. */
  upload_prefix: string;
  signature_algorithm: "sha1" | "sha256";
  secure: boolean;
  private_cdn: boolean;
  cname?: string;
  secure_distribution?: string;
}

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const settingsSchema = z.strictObject({
  upload_prefix: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ""))
    .default("https://api.cloudinary.com"),
  signature_algorithm: z.enum(["sha1", "sha256"]).default("sha1"),
  secure: flag.default(true),
  private_cdn: flag.optional(),
  cname: z.string().min(1).optional(),
  secure_distribution: z.string().min(1).optional(),
});

/**
 * `cloudinary://<key>:<secret>@<cloud>[/<delivery host>][?<setting>=<value>&…]`, read like the SDK
 * (https://cloudinary.com/documentation/node_integration#configuration).
 * @throws an error for the operator, without any part of the URL, which is a secret.
 */
export function readCloudinaryUrl(cloudinaryUrl: string): CloudinaryAccount {
  const url = URL.canParse(cloudinaryUrl) ? new URL(cloudinaryUrl) : null;
  if (url?.protocol !== "cloudinary:" || !url.username || !url.password || !url.hostname) {
    throw new Error("CLOUDINARY_URL is not cloudinary://<key>:<secret>@<cloud>");
  }
  const settings = settingsSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!settings.success) throw new Error(`CLOUDINARY_URL: ${settings.error.issues.map(describe).join("; ")}`);
  const { cname, secure_distribution = url.pathname.slice(1), private_cdn, ...rest } = settings.data;
  return {
    cloud_name: url.hostname,
    api_key: decodeURIComponent(url.username),
    api_secret: decodeURIComponent(url.password),
    private_cdn: private_cdn ?? url.pathname.length > 1,
    ...rest,
    ...(cname ? { cname } : {}),
    ...(secure_distribution ? { secure_distribution } : {}),
  };
}

function describe(issue: z.core.$ZodIssue): string {
  return issue.code === "unrecognized_keys"
    ? `unknown setting ${issue.keys.join(", ")}`
    : `bad setting ${issue.path.join(".")}`;
}

/** https://cloudinary.com/documentation/admin_api#ping_cloudinary_servers; 500 calls an hour are allowed. */
export function checkCloudinary(cloudinaryUrl: string): Promise<string | null> {
  const { upload_prefix, cloud_name, api_key, api_secret } = readCloudinaryUrl(cloudinaryUrl);
  const basic = Buffer.from(`${api_key}:${api_secret}`).toString("base64");
  return probeService({
    url: `${upload_prefix}/v1_1/${cloud_name}/ping`,
    headers: { Authorization: `Basic ${basic}` },
    key: "CLOUDINARY_URL",
  });
}
