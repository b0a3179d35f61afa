import { useRef, useState } from "react";
import { useSubmit } from "react-router";
import { problemWith } from "../../tools/wizard/photo-upload.ts";
import type { ToolId } from "../../tools/tool-list.ts";

/**
 * Uploads a photo from the dashboard, shrunk on the device. A tool chosen during the upload opens only afterwards,
 * because a new page would cancel the upload.
 */
export function usePhotoSending() {
  const submit = useSubmit();
  const [shown, setShown] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<{ message: string } | null>(null);
  const [opening, setOpening] = useState<ToolId | null>(null);
  const latest = useRef<{ address: string | null; tool: ToolId | null }>({ address: null, tool: null });
  return {
    /** The object URL of the photo being sent. */
    shown,
    refusal,
    opening,
    send: async (file: File, form: HTMLFormElement) => {
      const body = new FormData(form);
      const wrong = problemWith(file);
      setRefusal(wrong ? { message: wrong } : null);
      if (wrong) return;
      const address = URL.createObjectURL(file);
      latest.current.address = address;
      setShown(address);
      const { shrinkPhoto } = await import("../../photos/upload/shrink-photo.ts");
      const saving = "connection" in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData);
      const photo = await shrinkPhoto(file, saving).catch(() => ({ blob: file, fileName: file.name }));
      body.set("image", photo.blob, photo.fileName);
      await submit(body, { method: "post", action: "/dashboard", encType: "multipart/form-data" });
      URL.revokeObjectURL(address);
      // The member has chosen another photo meanwhile.
      if (latest.current.address !== address) return;
      const { tool } = latest.current;
      latest.current = { address: null, tool: null };
      setShown(null);
      setOpening(null);
      const draft = new URLSearchParams(location.search).get("draft");
      if (draft && tool) await submit({ draft, tool }, { method: "post", action: "/dashboard" });
    },
    /** For a tile's click or form: true if the tool must wait for the photo. */
    openLater: (id: ToolId): boolean => {
      if (shown === null) return false;
      latest.current.tool = id;
      setOpening(id);
      return true;
    },
  };
}

export type PhotoSending = ReturnType<typeof usePhotoSending>;
