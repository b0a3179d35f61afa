import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

const run = promisify(execFile);

/** Numbers choose links and fields; a field accepts text only after Enter. All other settings are Debian's. */
const settings = `INCLUDE:/etc/lynx/lynx.cfg
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
TEXTFIELDS_NEED_ACTIVATION:TRUE
ACCEPT_ALL_COOKIES:TRUE
`;

/** Lynx in a terminal high enough for a whole page. */
export interface Lynx {
  open(url: string): Promise<void>;
  see(text: string): Promise<void>;
  /** Follows the link or submits the form of the button with this text. */
  press(text: string): Promise<void>;
  /** Types into the field after this label, which starts a row; into a file field, a file's path. */
  fill(label: string, text: string): Promise<void>;
  screen(): Promise<string>;
  close(): Promise<void>;
}

export async function openLynx(lynx: string, tmux: string): Promise<Lynx> {
  const profile = await mkdtemp(join(tmpdir(), "photogem-lynx-"));
  await writeFile(join(profile, "lynx.cfg"), settings);
  const env = { ...process.env, HOME: profile, LANG: "C.UTF-8" };
  const command = async (...args: string[]) =>
    (await run(tmux, ["-S", join(profile, "tmux"), "-f", "/dev/null", ...args], { env })).stdout;
  const program = `${lynx} -cfg=${profile}/lynx.cfg -nopause -nocolor -display_charset=utf-8 ${profile}/lynx.cfg`;
  await command("new-session", "-d", "-x", "110", "-y", "300", program);
  const screen = async () => (await command("capture-pane", "-p")).replace(/\n{2,}/g, "\n");
  const type = (text: string) => command("send-keys", "-l", text);
  const enter = () => command("send-keys", "Enter");
  const shows = (pattern: RegExp) => expect.poll(screen, { timeout: 60_000, intervals: [50, 100] }).toMatch(pattern);
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  /** Chooses the number in the pattern's first group; returns its name on the page. */
  const choose = async (pattern: RegExp) => {
    await shows(pattern);
    const [name, number = ""] = pattern.exec(await screen()) ?? [];
    await type(number);
    await shows(/Follow link \(or goto link or page\) number: \d/);
    await enter();
    return name;
  };
  await shows(/H\)elp O\)ptions/);
  return {
    screen,
    see: (text) => shows(new RegExp(escaped(text).replace(/ /g, "\\s+"))),
    async open(url) {
      await type("g");
      await shows(/URL to open:/);
      await command("send-keys", "C-u");
      await type(url);
      await enter();
    },
    async press(text) {
      const name = await choose(new RegExp(`\\[(\\d+)\\](?:BUTTON\\)\\s+)?${escaped(text)}`));
      if (!name?.includes("BUTTON")) return;
      await shows(/<return> to submit/);
      await enter();
    },
    async fill(label, text) {
      await choose(new RegExp(`^ *${escaped(label)}[^[]*\\[(\\d+)\\]`, "m"));
      await shows(/Inactive\. {1,2}Press <return>|Enter filename/);
      await enter();
      await shows(/Enter text into the field/);
      await type(text);
      await enter();
      await shows(/Arrow keys: Up and Down to move/);
    },
    async close() {
      await command("kill-server").catch(() => {});
      await rm(profile, { recursive: true, force: true });
    },
  };
}
