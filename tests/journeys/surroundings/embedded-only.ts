import { basename } from "node:path";

/** The journeys, or single tests of one, that are about embedded parts themselves: why they do not run hosted. */
const embeddedOnly: readonly { file: string; test?: RegExp; because: string }[] = [
  {
    file: "mail-by-smtp.nojs.spec.ts",
    because: "about the embedded identity's mails; hosted, all mail goes by SMTP in every journey",
  },
  {
    file: "hostile-requests.spec.ts",
    test: /another server's name|a proxy's request for (the embedded mailbox|its data)/,
    because:
      "Host and proxies' headers are looked at only where a mailbox or a sandbox could be reached by DNS rebinding",
  },
  {
    file: "photo-problems.all.spec.ts",
    test: /^a photo that needs no change/,
    because: "only the darkroom sees that a photo needs no change; Google refuses one that shows nothing",
  },
];

/** Why a test does not run where nothing is embedded, or null. */
export function embeddedReason({ file, title }: { file: string; title: string }): string | null {
  const found = embeddedOnly.find((each) => each.file === basename(file) && (each.test?.test(title) ?? true));
  return found?.because ?? null;
}
