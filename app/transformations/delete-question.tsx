import type { ReactNode } from "react";
import { PhotoPicture } from "../photos/photo-picture.tsx";
import type { Picture } from "../photos/picture.ts";

export interface Deletable {
  id: string;
  name: string;
  picture: Picture | null;
  status: "processing" | "completed" | "failed";
}

export function DeleteQuestion({ of: { name, picture, status }, heading }: { of: Deletable; heading: ReactNode }) {
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        {heading}
        <p>
          This will permanently remove the transformation from your history and delete the associated images from
          storage.
        </p>
        {status === "processing" ? (
          <p>It is still processing: it is cancelled, and its gem comes back to you.</p>
        ) : null}
      </div>
      <div className="flex min-w-0 items-center gap-4">
        {picture ? (
          <div className="photo aspect-square w-[4.5rem] flex-none rounded-md">
            <PhotoPicture picture={picture} alt="" sizes="4.5rem" />
          </div>
        ) : null}
        <b className="line-clamp-3 min-w-0 font-strong wrap-anywhere" dir="auto">
          {name}
        </b>
      </div>
    </>
  );
}
