import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Started {
  /** The first group of `announcement`. */
  address: string;
  end(): Promise<void>;
}

/** Starts a browser or its driver with a separate profile, and waits until it announces its address. */
export async function startBrowser(
  command: (profile: string) => readonly [string, ...string[]],
  announcement: RegExp,
  { environment = {}, preferences = "" }: { environment?: Record<string, string>; preferences?: string } = {},
): Promise<Started> {
  const profile = await mkdtemp(join(tmpdir(), "photogem-browser-"));
  if (preferences) await writeFile(join(profile, "user.js"), preferences);
  const [file, ...args] = command(profile);
  const env = { ...process.env, HOME: profile, ...environment };
  // A separate process group: browsers start children, which must end with them.
  const child = spawn(file, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = async () => {
    await endGroup(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { address: await announced(child, announcement), end };
  } catch (error) {
    await end();
    throw error;
  }
}

function announced(child: ChildProcess, announcement: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const found = announcement.exec(output);
      if (found) resolve(found[1] ?? "");
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

async function endGroup(child: ChildProcess) {
  if (!child.pid || child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGKILL");
  await exited;
}
