import { execFile } from "node:child_process";
import { cp, mkdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { project } from "../measure/servers/project.ts";
import type { Buildah } from "./buildah.ts";

const execute = promisify(execFile);
const base = "docker.io/library/node:24-bookworm-slim";

/**
 * A stand-in for `node:24-bookworm-slim`, where Docker Hub cannot be reached: Debian bookworm's smallest system by
 * debootstrap, this project's Node, npm, and the user `node` (1000). The real one differs by a few Debian packages.
 */
export async function ensureBaseImage(buildah: Buildah): Promise<void> {
  const known = await buildah.run("images", "--quiet", base).catch(() => "");
  if (known) return;
  console.error("… making a base image");
  const root = join(buildah.folder, "base");
  await rm(root, { recursive: true, force: true });
  await execute("debootstrap", ["--variant=minbase", "bookworm", root, "http://deb.debian.org/debian"]);
  await cp(join(project, "node_modules/node/bin/node"), join(root, "usr/local/bin/node"));
  const modules = join(root, "usr/local/lib/node_modules");
  await mkdir(modules, { recursive: true });
  const { stdout } = await execute("which", ["npm"]);
  // …/npm/bin/npm-cli.js
  const npm = dirname(dirname(await realpath(stdout.trim())));
  await cp(npm, join(modules, "npm"), { recursive: true, dereference: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  await execute("chroot", [root, "groupadd", "--gid", "1000", "node"]);
  await execute("chroot", [root, "useradd", "--uid", "1000", "--gid", "node", "--create-home", "node"]);
  await trustAsHere(root);
  for (const rest of ["var/cache/apt/archives", "var/lib/apt/lists"]) {
    await rm(join(root, rest), { recursive: true, force: true });
  }
  const container = await buildah.run("from", "scratch");
  await buildah.run("add", "--quiet", container, root, "/");
  const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  await buildah.run("config", "--cmd", "node", "--env", path, container);
  await buildah.run("commit", "--quiet", "--rm", container, base);
  await rm(root, { recursive: true });
}

/** Where the way to the registry leads through a proxy with a certificate of its own, npm in the image has to know it. */
async function trustAsHere(root: string) {
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  if (!existsSync(certificates)) return;
  await mkdir(dirname(join(root, certificates)), { recursive: true });
  await cp(certificates, join(root, certificates), { dereference: true });
  await mkdir(join(root, "usr/local/etc"), { recursive: true });
  await writeFile(join(root, "usr/local/etc/npmrc"), `cafile=${certificates}\n`);
}
