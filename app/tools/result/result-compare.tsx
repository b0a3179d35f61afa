import { PhotoPicture } from "../../photos/photo-picture.tsx";
import type { Picture } from "../../photos/picture.ts";
import { Compare } from "../../ui/compare.tsx";

interface ResultCompareProps {
  original: Picture;
  result: Picture;
  resultAlt: string;
}

/** For phones: one picture over the other with a native range as divider. */
export function ResultCompare({ original, result, resultAlt }: ResultCompareProps) {
  return (
    <Compare
      className="lg:hidden!"
      before={<PhotoPicture picture={original} alt="Original photo" sizes="88vw" />}
      after={<PhotoPicture picture={result} alt={resultAlt} sizes="88vw" />}
      labels={{ before: "Original", after: "Result" }}
    />
  );
}
