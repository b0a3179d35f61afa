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
      <div className="stack stack-2">
        {heading}
        <p>
          This will permanently remove the transformation from your history and delete the associated images from
          storage.
        </p>
        {status === "processing" ? (
          <p>It is still processing: it is cancelled, and its gem comes back to you.</p>
        ) : null}
      </div>
      <div className="chosen">
        {picture ? (
          <div className="photo r11">
            <PhotoPicture picture={picture} alt="" sizes="4.5rem" />
          </div>
        ) : null}
        <b className="name-whole" dir="auto">
          {name}
        </b>
      </div>
    </>
  );
}
