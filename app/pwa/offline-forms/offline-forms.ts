/**
 * A form that was sent without a line, as it waits on the device. Only text: photos have a way of their own
 * (docs/decisions/0009).
 */
export interface OfflineForm {
  /** Where it goes. The same form sent again takes its place. */
  action: string;
  fields: [name: string, value: string][];
  /** Whose it is: the key the page's member is known by (server/http/member-key.server.ts). */
  member: string;
  /** When, ms since the epoch. */
  keptAt: number;
  /** What became of it, until the person has been told. */
  outcome?: "sent" | "refused";
  /** What the server said, where it was refused. */
  why?: string;
}

/** A day: by then drafts are swept, and nobody expects a press of yesterday to spend a gem, ms. */
export const offlineForMs = 24 * 3_600_000;

/**
 * What may be sent later and by itself, and what to call it: each of these can be repeated without harm, since it
 * names what it changes (a draft starts one transformation, docs/decisions/0005). Never a password, a payment or a
 * sign-out.
 */
const keepable = [
  { action: /^\/gallery\/[^/]+\/rename$/, what: "a new name" },
  { action: /^\/gallery\/[^/]+\/delete$/, what: "a deletion" },
  { action: /^\/gallery\/[^/]+\/give-back$/, what: "giving a result back" },
  { action: /^\/settings\/profile$/, what: "your display name" },
  {
    action: /^\/(transform|pixel-art|background-engine|surprise-me)\?(?=.*\bdraft=)(?=.*\bstep=)/,
    what: "a transformation",
  },
];

/**
 * The action under which a form sent to this address is kept; null when it is none to keep. A page's own form may name
 * more than what it does (`?next=`); a tool's step is named by its query. One step back in a tool is not worth keeping.
 */
export function storableAction({ pathname, search }: Pick<URL, "pathname" | "search">, fields: OfflineForm["fields"]) {
  if (fields.some(([name]) => name === "go")) return null;
  return [pathname, pathname + search].find((action) => nameOf({ action }) !== null) ?? null;
}

/** What a form is about, in words; null for one that is none of these. */
export function nameOf({ action }: Pick<OfflineForm, "action">): string | null {
  return keepable.find((each) => each.action.test(action))?.what ?? null;
}

/** The fields of a form as text; null when it holds a file. */
export function textFields(data: FormData): OfflineForm["fields"] | null {
  const fields = [...data.entries()];
  return fields.every((field): field is [string, string] => typeof field[1] === "string") ? fields : null;
}
