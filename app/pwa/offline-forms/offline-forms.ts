/** A form submitted offline. Text fields only; photos: decision 9. */
export interface OfflineForm {
  action: string;
  fields: [name: string, value: string][];
  /** The member key (server/http/identity-session.server.ts). */
  member: string;
  keptAt: number;
  outcome?: "sent" | "refused";
  why?: string;
}

/** A day, in ms; drafts expire by then. */
export const offlineForMs = 24 * 3_600_000;

/** Safe to repeat (decision 5). Never a password, a payment or a sign-out. */
const storablePaths = [
  { action: /^\/gallery\/[^/]+\/rename$/, what: "a new name" },
  { action: /^\/gallery\/[^/]+\/delete$/, what: "a deletion" },
  { action: /^\/gallery\/[^/]+\/give-back$/, what: "giving a result back" },
  { action: /^\/settings\/profile$/, what: "your display name" },
  {
    action: /^\/(transform|pixel-art|background-engine|surprise-me)\?(?=.*\bdraft=)(?=.*\bstep=)/,
    what: "a transformation",
  },
];

/** Returns the key of a storable form; null for others. A draft step is keyed by its query. */
export function storableAction({ pathname, search }: Pick<URL, "pathname" | "search">, fields: OfflineForm["fields"]) {
  if (fields.some(([name]) => name === "go")) return null;
  return [pathname, pathname + search].find((action) => nameOf({ action }) !== null) ?? null;
}

export function nameOf({ action }: Pick<OfflineForm, "action">): string | null {
  return storablePaths.find((each) => each.action.test(action))?.what ?? null;
}

export function textFields(data: FormData): OfflineForm["fields"] | null {
  const fields = [...data.entries()];
  return fields.every((field): field is [string, string] => typeof field[1] === "string") ? fields : null;
}

/** Asks offline-forms-banner.ts, which every page loads, to store a form. */
export const storeFormEvent = "photogem:keep-form";

export const offlineFormsSentEvent = "photogem:kept-forms-sent";

export const listeningEvent = "photogem:listening";

export const formAnsweredEvent = "photogem:form-answered";

export interface StoreFormRequest extends Pick<OfflineForm, "action" | "fields"> {
  storing?: Promise<void>;
}

/** False when the browser cannot store the form. */
export async function storeForm(request: Request): Promise<boolean> {
  const fields = textFields(await request.formData());
  const action = fields && storableAction(new URL(request.url), fields);
  if (!action) return false;
  const detail: StoreFormRequest = { action, fields };
  window.dispatchEvent(new CustomEvent(storeFormEvent, { detail }));
  return detail.storing
    ? detail.storing.then(
        () => true,
        () => false,
      )
    : false;
}

export async function forgetStored(request: Request): Promise<void> {
  const action = storableAction(new URL(request.url), textFields(await request.formData()) ?? []);
  if (action) window.dispatchEvent(new CustomEvent(formAnsweredEvent, { detail: action }));
}
