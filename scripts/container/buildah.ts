import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Closing } from "../measure/closing.ts";
import { project } from "../measure/servers/project.ts";

export type Target = "whole" | "hosted";

export interface Buildah {
  /** Where everything of this command is kept, layers included, so that a second run builds only what changed. */
  folder: string;
  run: (...args: string[]) => Promise<string>;
  /** Builds a target of the Dockerfile; returns the image's name. @throws with the end of the build's output. */
  build: (target: Target) => Promise<string>;
  /** The image's files, for looking at and running; gone when closed. */
  mount: (image: string, closing: Closing) => Promise<string>;
}

const execute = promisify(execFile);

/** @throws in one line when something this needs is not here. */
export async function openBuildah(folder: string): Promise<Buildah> {
  if (process.getuid?.() !== 0) throw new Error("Run it as root: it mounts file systems.");
  for (const program of ["buildah", "runc", "debootstrap"]) {
    await execute("which", [program]).catch(() => {
      throw new Error(`${program} is missing: apt-get install --no-install-recommends buildah runc debootstrap`);
    });
  }
  await mkdir(folder, { recursive: true });
  const place = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const run = async (...args: string[]) => {
    const { stdout } = await execute("buildah", [...place, ...args], {
      cwd: project,
      // Chroot isolation: no container runtime, no user namespaces and no network of its own while building.
      env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trim();
  };
  return {
    folder,
    run,
    build: async (target) => {
      const image = `localhost/photogem:${target}`;
      const cache = join(homedir(), ".npm");
      await mkdir(cache, { recursive: true });
      await run(
        ...["bud", "--pull-never", "--layers", "--quiet", "--volume", `${cache}:/root/.npm`, "--tag", image],
        ...(target === "hosted" ? ["--target", "hosted"] : []),
        ".",
      );
      return image;
    },
    mount: async (image, closing) => {
      const container = await run("from", "--pull-never", image);
      closing.add(() => run("rm", container));
      return run("mount", container);
    },
  };
}
