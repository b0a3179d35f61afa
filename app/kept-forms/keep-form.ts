import { isKeepable, type KeptForm, textFields } from "./keepable-forms.ts";

/**
 * How the signed-in app asks the script that every page carries (kept-forms-banner.ts) to keep a form. That script is
 * there before it is needed, and whatever page the person goes to next has it too.
 */
export const keepFormEvent = "photogem:keep-form";

/** Tells the signed-in app which kept forms have reached the server; who hears it prevents its default. */
export const keptFormsSentEvent = "photogem:kept-forms-sent";

/** The signed-in app listens from now on. */
export const listeningEvent = "photogem:listening";

export interface KeepFormRequest extends Pick<KeptForm, "action" | "fields"> {
  /** The answer of whoever keeps forms; rejected where the browser keeps nothing. */
  keeping?: Promise<void>;
}

/** Keeps a form whose line broke until there is one. False when it cannot be kept: the person is to send it again. */
export async function keepForm(request: Request): Promise<boolean> {
  const { pathname, search } = new URL(request.url);
  const fields = textFields(await request.formData());
  const action = pathname + search;
  if (!fields || !isKeepable(action, fields)) return false;
  const asked: KeepFormRequest = { action, fields };
  window.dispatchEvent(new CustomEvent(keepFormEvent, { detail: asked }));
  return asked.keeping
    ? asked.keeping.then(
        () => true,
        () => false,
      )
    : false;
}
