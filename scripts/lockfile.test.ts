import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completeLockfile, missingPlatformPackages, type Lockfile } from "./lockfile.ts";

const lockfile = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as Lockfile;

describe("the lockfile installs anywhere", () => {
  test("it has an entry for every optional dependency (else: node scripts/complete-lockfile.ts)", () => {
    expect(missingPlatformPackages(lockfile).map(({ path }) => path)).toEqual([]);
  });

  const platforms = [
    ["darwin", "arm64"],
    ["darwin", "x64"],
    ["linux", "arm64"],
    ["linux", "x64"],
    ["win32", "x64"],
    ["win32", "arm64"],
  ];
  const natives = [
    "@tailwindcss/oxide-",
    "@oxlint/",
    "@oxfmt/",
    "@rolldown/",
    "lightningcss-",
    "@esbuild/",
    "@img/sharp-",
  ];

  test.each(natives.flatMap((native) => platforms.map(([os, cpu]) => [native, os, cpu])))(
    "%s… on %s, %s",
    (native, os, cpu) => {
      const builds = Object.entries(lockfile.packages).filter(([path]) => path.startsWith(`node_modules/${native}`));
      const fitting = builds.filter(([, build]) => build.os?.includes(os ?? "") && build.cpu?.includes(cpu ?? ""));
      expect(fitting.map(([, build]) => build.optional)).toContain(true);
    },
  );

  test("it names no registry, so that any mirror serves it", () => {
    expect(JSON.stringify(lockfile)).not.toMatch(/"resolved":\s*"https?:/);
  });
});

describe("completing a lockfile", () => {
  const native = {
    version: "4.3.5",
    dev: true as const,
    optionalDependencies: {
      "oxide-linux-x64-gnu": "4.3.5",
      "oxide-linux-arm64-musl": "4.3.5",
      "oxide-win32-x64-msvc": "4.3.5",
      "oxide-wasm32-wasi": "4.3.5",
      "oxide-linux-arm-gnueabihf": "4.3.5",
    },
  };
  const known = { version: "4.3.5", cpu: ["x64"], optional: true, os: ["linux"], libc: ["glibc"] };

  test("adds what is missing with the platform its name says, and leaves the rest alone", () => {
    const packages = { "node_modules/oxide": native, "node_modules/oxide-linux-x64-gnu": known };
    expect(completeLockfile({ packages }).packages).toEqual({
      ...packages,
      "node_modules/oxide-linux-arm-gnueabihf": {
        version: "4.3.5",
        cpu: ["arm"],
        dev: true,
        libc: ["glibc"],
        optional: true,
        os: ["linux"],
      },
      "node_modules/oxide-linux-arm64-musl": {
        version: "4.3.5",
        cpu: ["arm64"],
        dev: true,
        libc: ["musl"],
        optional: true,
        os: ["linux"],
      },
      "node_modules/oxide-wasm32-wasi": { version: "4.3.5", cpu: ["wasm32"], dev: true, optional: true },
      "node_modules/oxide-win32-x64-msvc": { version: "4.3.5", cpu: ["x64"], dev: true, optional: true, os: ["win32"] },
    });
  });

  test("finds what lies in a nested node_modules or above it", () => {
    const holder = { version: "1.0.0", optionalDependencies: { "native-linux-x64": "1.0.0" } };
    const nested = { "node_modules/a/node_modules/holder": holder };
    for (const place of ["node_modules/a/node_modules/holder/", "node_modules/a/", ""]) {
      const packages = { ...nested, [`${place}node_modules/native-linux-x64`]: known };
      expect(missingPlatformPackages({ packages })).toEqual([]);
    }
    expect(missingPlatformPackages({ packages: nested })).toHaveLength(1);
  });

  test("refuses a name that says no platform", () => {
    const packages = { "node_modules/holder": { optionalDependencies: { fast: "1.0.0" } } };
    expect(() => completeLockfile({ packages })).toThrow(/does not say/);
  });
});
