import { storableAction, type OfflineForm, textFields } from "./offline-forms.ts";

/** Asks offline-forms-banner.ts, which every page loads, to store a form. */
export const storeFormEvent = "photogem:keep-form";

export const offlineFormsSentEvent = "photogem:kept-forms-sent";

export const listeningEvent = "photogem:listening";

export const formAnsweredEvent = "photogem:form-answered";

export interface StoreFormRequest extends Pick<OfflineForm, "action" | "fields"> {
  storing?: Promise<void>;
}

/** False when the browser cannot store it. */
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
