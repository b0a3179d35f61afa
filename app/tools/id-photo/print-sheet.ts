import type { Paper } from "./document-list.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** mm; the left upper corner of each photo. */
export interface Sheet {
  readonly paper: Size;
  readonly photos: readonly { readonly left: number; readonly top: number }[];
}

/** mm that printers leave white; eight photos of 35 × 45 mm fit on 10 × 15 cm. */
const margin = 3;
/** mm between photos, for the cut. */
const gap = 1.3;
/** Start and end of a cut mark, in mm from the photos. */
const [markFrom, markTo] = [0.5, 2.5];

/** Places as many photos as fit in the middle of the paper, upright or lying. */
export function layOutSheet(photo: Size, { width, height }: Pick<Paper, "width" | "height">): Sheet {
  const across = (paper: number, one: number) => Math.floor((paper - 2 * margin + gap) / (one + gap));
  const [best] = [
    { width, height },
    { width: height, height: width },
  ]
    .map((paper) => ({ paper, columns: across(paper.width, photo.width), rows: across(paper.height, photo.height) }))
    .toSorted((one, other) => other.columns * other.rows - one.columns * one.rows);
  if (!best) return { paper: { width, height }, photos: [] };
  const { paper, columns, rows } = best;
  const startOf = (whole: number, one: number, count: number) => (whole - count * one - (count - 1) * gap) / 2;
  const [left, top] = [startOf(paper.width, photo.width, columns), startOf(paper.height, photo.height, rows)];
  const photos = Array.from({ length: columns * rows }, (_, index) => ({
    left: left + (index % columns) * (photo.width + gap),
    top: top + Math.floor(index / columns) * (photo.height + gap),
  }));
  return { paper, photos };
}

const pointsPerMm = 72 / 25.4;
const points = (mm: number) => Number((mm * pointsPerMm).toFixed(3)).toString();

/**
 * Writes a PDF 1.4 with the JPEG once, drawn on each place at its exact size, and cut marks at the corners. The JPEG's
 * bytes are not decoded.
 */
export function sheetPdf(
  jpeg: { bytes: Uint8Array; width: number; height: number },
  photo: Size,
  sheet: Sheet,
): Uint8Array<ArrayBuffer> {
  const { paper, photos } = sheet;
  const drawn = photos.map(({ left, top }) => {
    const bottom = paper.height - top - photo.height;
    return `q ${points(photo.width)} 0 0 ${points(photo.height)} ${points(left)} ${points(bottom)} cm /P Do Q`;
  });
  const content = [...drawn, "0.25 w 0.4 G", ...cutMarks(sheet, photo), "S"].join("\n");
  const objects = [
    bytesOf("<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"),
    bytesOf("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    bytesOf(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(paper.width)} ${points(paper.height)}] /Resources << /XObject << /P 4 0 R >> >> /Contents 5 0 R >>`,
    ),
    stream(
      `/Type /XObject /Subtype /Image /Width ${jpeg.width} /Height ${jpeg.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg.bytes,
    ),
    stream("", bytesOf(content)),
  ];
  return joined(objects);
}

/** Short lines around the photos, in line with each cut. */
function cutMarks({ paper, photos }: Sheet, { width, height }: Size): string[] {
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `${points(x1)} ${points(paper.height - y1)} m ${points(x2)} ${points(paper.height - y2)} l`;
  const columns = [...new Set(photos.flatMap(({ left }) => [left, left + width]))];
  const rows = [...new Set(photos.flatMap(({ top }) => [top, top + height]))];
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  return [
    ...columns.flatMap((x) => [
      line(x, top - markTo, x, top - markFrom),
      line(x, bottom + markFrom, x, bottom + markTo),
    ]),
    ...rows.flatMap((y) => [line(left - markTo, y, left - markFrom, y), line(right + markFrom, y, right + markTo, y)]),
  ];
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function stream(entries: string, body: Uint8Array): Uint8Array {
  return concat([bytesOf(`<< ${entries} /Length ${body.length} >>\nstream\n`), body, bytesOf("\nendstream")]);
}

function joined(objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts = [bytesOf("%PDF-1.4\n")];
  const starts: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Uint8Array) => {
    parts.push(new Uint8Array(part));
    length += part.length;
  };
  for (const [index, body] of objects.entries()) {
    starts.push(length);
    for (const part of [bytesOf(`${index + 1} 0 obj\n`), body, bytesOf("\nendobj\n")]) add(part);
  }
  const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = length;
  add(bytesOf(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`));
  return concat(parts);
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
