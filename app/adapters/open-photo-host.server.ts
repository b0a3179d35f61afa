import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config.server.ts";
import { type CheckedService, serviceCheck, processCheck } from "../server/http/health/health-checks.ts";
import type { PhotoHost } from "../photos/photo-host.ts";

export async function openPhotoHost(
  { photoHost }: Config,
  dataDirectory: string,
  log: Logger,
  closing: (() => unknown)[],
): Promise<{ photoHost: PhotoHost; description: string; check: CheckedService }> {
  if (photoHost.kind === "cloudinary") {
    const { createCloudinaryPhotoHost } = await import("./hosted/cloudinary/cloudinary-photo-host.server.ts");
    const host = createCloudinaryPhotoHost({ cloudinaryUrl: photoHost.url });
    closing.push(host.close);
    const { checkCloudinary } = await import("./hosted/cloudinary/cloudinary-account.server.ts");
    const check = serviceCheck(() => checkCloudinary(photoHost.url));
    return { photoHost: host, description: `Cloudinary, ${host.cloudName}`, check };
  }
  const { createDiskPhotoHost } = await import("./embedded/photo-host/disk-photo-host.server.ts");
  const directory = join(dataDirectory, "photos");
  const host = createDiskPhotoHost({ directory, log });
  closing.push(host.close);
  const { checkDisk } = await import("./embedded/photo-host/disk-photo-host.server.ts");
  return { photoHost: host, description: `disk, ${directory}`, check: processCheck(() => checkDisk(directory)) };
}
