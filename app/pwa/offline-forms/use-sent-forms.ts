import { useEffect } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { safePath } from "../../server/http/next-path.ts";
import { showToast } from "../../ui/toasts/toast.tsx";
import { listeningEvent, nameOf, type OfflineForm, offlineFormsSentEvent } from "./offline-forms.ts";

declare global {
  interface WindowEventMap {
    [offlineFormsSentEvent]: CustomEvent<OfflineForm[]>;
  }
}

export function useSentForms(): void {
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const handle = (event: CustomEvent<OfflineForm[]>) => {
      event.preventDefault();
      const sent = event.detail;
      const what = [...new Set(sent.map(nameOf))].join(", ");
      showToast({ kind: "success", title: "Sent", text: `You are back online. Sent: ${what}.` });
      const ownForm = sent.find(({ action }) => action === pathname);
      const next = ownForm?.fields.find(([name]) => name === "next")?.[1];
      if (next === undefined) void revalidate();
      else void navigate(safePath(next, "/gallery"), { replace: true });
    };
    addEventListener(offlineFormsSentEvent, handle);
    dispatchEvent(new Event(listeningEvent));
    return () => removeEventListener(offlineFormsSentEvent, handle);
  }, [revalidate, navigate, pathname]);
}
