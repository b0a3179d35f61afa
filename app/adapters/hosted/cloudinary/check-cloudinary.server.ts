import { probeService } from "../probe-service.server.ts";
import { readCloudinaryUrl } from "./cloudinary-account.ts";

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
