/** The parts of package-lock.json (version 3) that decide whether it installs on a platform. */
export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  dev?: true;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/**
 * Native packages publish one package per platform and list all of them as optional dependencies. npm writes an entry
 * only for those it could find, and `npm ci` on a platform without one fails with "Missing … from lock file".
 * Returns the lockfile with an entry for each, without a URL or a hash: npm finds the package by name and version.
 */
export function completeLockfile(lockfile: Lockfile): Lockfile {
  const packages = { ...lockfile.packages };
  for (const { path, parent, version } of missingPlatformPackages(lockfile)) {
    const { os, cpu, libc } = platformOf(path);
    packages[path] = {
      version,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(parent.dev ? { dev: true } : {}),
      ...(libc ? { libc: [libc] } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

/** The optional dependencies of exact versions that have no entry: the platform packages npm could not find. */
export function missingPlatformPackages({ packages }: Lockfile) {
  return Object.entries(packages).flatMap(([holder, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !resolves(packages, holder, name))
      .map(([name, version]) => ({ path: `node_modules/${name}`, parent, version })),
  );
}

/** Node's lookup: in the holder's own node_modules, then in each folder above. */
function resolves(packages: Lockfile["packages"], holder: string, name: string): boolean {
  for (let place = holder; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
    if (packages[place ? `${place}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (!place) return false;
  }
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** What a platform package's name says, for example `…-linux-x64-musl`. Only Linux has more than one C library. */
function platformOf(path: string): { os?: string; cpu?: string; libc?: "glibc" | "musl" } {
  const words = path.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!cpu) throw new Error(`${path}: its name does not say for which processor it is; add its entry by hand.`);
  const library = words.at(-1) ?? "";
  const libc = library.startsWith("musl") ? "musl" : library.startsWith("gnu") ? "glibc" : undefined;
  return { cpu, ...(os ? { os } : {}), ...(os === "linux" && libc ? { libc } : {}) };
}
