import { storableAction, type OfflineForm, textFields } from "./offline-forms.ts";

/**
 * How the signed-in app asks the script that every page carries (kept-forms-banner.ts) to keep a form. That script is
 * there before it is needed, and whatever page the person goes to next has it too.
 */
export const storeFormEvent = "photogem:keep-form";

/** Tells the signed-in app which kept forms have reached the server; who hears it prevents its default. */
export const offlineFormsSentEvent = "photogem:kept-forms-sent";

/** The signed-in app listens from now on, on a page it has just come to. */
export const listeningEvent = "photogem:listening";

/** A form has reached the server after all: what was kept of the same one is outdated. `detail` is its action. */
export const formAnsweredEvent = "photogem:form-answered";

export interface StoreFormRequest extends Pick<OfflineForm, "action" | "fields"> {
  /** The answer of whoever keeps forms; rejected where the browser keeps nothing. */
  keeping?: Promise<void>;
}

/** Keeps a form whose line broke until there is one. False when it cannot be kept: the person is to send it again. */
export async function storeForm(request: Request): Promise<boolean> {
  const fields = textFields(await request.formData());
  const action = fields && storableAction(new URL(request.url), fields);
  if (!action) return false;
  const asked: StoreFormRequest = { action, fields };
  window.dispatchEvent(new CustomEvent(storeFormEvent, { detail: asked }));
  return asked.keeping
    ? asked.keeping.then(
        () => true,
        () => false,
      )
    : false;
}

/** Says that the server has answered this form, so that nothing older of it is sent. */
export async function forgetStored(request: Request): Promise<void> {
  const action = storableAction(new URL(request.url), textFields(await request.formData()) ?? []);
  if (action) window.dispatchEvent(new CustomEvent(formAnsweredEvent, { detail: action }));
}
