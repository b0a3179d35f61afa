import type { OverlayOptions } from "sharp";

/** Our mark over the whole picture, so that cropping does not remove it. Paths only: a server may have no fonts. */
export function drawMark({ width, height }: { width: number; height: number }): OverlayOptions[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<path id="gem" d="M15 4.5H9.2L2.5 13 15 28.6zM17 4.5v24.1L29.5 13l-6.7-8.5z"/>
<path id="word" fill="none" d="${word}"/>
<pattern id="marks" width="330" height="132" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
<g transform="translate(16 14) scale(.62)">${twice}</g><g transform="translate(181 80) scale(.62)">${twice}</g>
</pattern>
</defs>
<rect width="100%" height="100%" fill="url(#marks)"/></svg>`;
  return [{ input: Buffer.from(svg), top: 0, left: 0 }];
}

/** The letters of the logo (app/ui/brand-mark.tsx). */
const word =
  "M47.3 34V8.3h8.2a7.4 7.4 0 0 1 0 14.8h-8.2M70.3 34V5.5M70.3 23.5a6.4 6.4 0 0 1 12.8 0V34M97.5 16.2a8 7.9 0 1 0 .01 0zM112.6 9.5v18.2c0 3 1.6 4 4.2 4h1.5M108.5 17.3h9.8M129.8 16.2a8 7.9 0 1 0 .01 0zM160 14.2v19.6a7.4 6.8 0 0 1-14 2.8M152.1 16.2a7.9 7.9 0 1 0 .01 0zM168.2 24.4h15.7a7.8 7.9 0 1 0-2.5 5.5M192 34V13.9M192 22.7a5.3 6.4 0 0 1 10.6 0V34M202.6 22.7a5.3 6.4 0 0 1 10.6 0V34";

/** Dark below light, so that it shows on any photo. */
const twice = [
  ["#000", "translate(1 1.4)"],
  ["#fff", ""],
]
  .map(
    ([colour, shift]) =>
      `<g transform="${shift}" opacity=".38"><use href="#gem" fill="${colour}" transform="translate(-1 4) scale(1.12)"/><use href="#word" stroke="${colour}" stroke-width="4.6"/></g>`,
  )
  .join("");
