import { sizeText } from "./document-list.ts";
import type { IdDocument, Range } from "./documents.ts";

/** mm of the print: the head's height, and eyes and chin above the lower edge. */
export interface Measured {
  readonly head: number;
  readonly eyes: number;
  readonly chin: number;
}

interface Changes {
  /** Radians. */
  readonly turn: number;
  /** Factor for linear light. */
  readonly gain: number;
  readonly background: boolean;
}

const mm = (value: number) => value.toFixed(1);
export const rangeText = ({ least, most }: Range): string => `${least} to ${most} mm`;

/** Describes measurements and changes in words: stored with the result, shown there, and read back by `measuredIn`. */
export function noteOf(document: IdDocument, { head, eyes, chin, turn, gain, background }: Measured & Changes): string {
  const degrees = Math.abs((turn * 180) / Math.PI);
  const changes = [
    "cropped",
    ...(degrees >= 0.25 ? [`turned by ${degrees.toFixed(1)}°`] : []),
    ...(background ? [`the background replaced with ${document.background}`] : []),
    ...(gain > 1.01 ? [`the whole photo brightened by ${Math.log2(gain).toFixed(1)} stops`] : []),
  ];
  return [
    `${sizeText(document)}: head ${mm(head)} mm, eyes ${mm(eyes)} mm and chin ${mm(chin)} mm above the lower edge.`,
    `We changed this: ${list(changes)}. Nothing of the face was altered.`,
  ].join(" ");
}

/** Null for a note of another tool. */
export function measuredIn(note: string | null): Measured | null {
  const found = /: head ([\d.]+) mm, eyes ([\d.]+) mm and chin ([\d.]+) mm above/.exec(note ?? "");
  if (!found) return null;
  const [, head, eyes, chin] = found.map(Number);
  return head && eyes && chin ? { head, eyes, chin } : null;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
