/**
 * Writes OKLCH colours as hexadecimal sRGB, which is shorter in inlined sheets; all of ours lie
 * within sRGB.
 */
export function withSrgbColours(css: string): string {
  return css.replaceAll(oklch, (_, lightness: string, percent: string, chroma: string, hue: string, alpha?: string) => {
    const channels = linearChannels(Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue));
    const opacity = alpha === undefined ? [] : [Number(alpha)];
    return shortened(`#${[...channels.map(gammaEncoded), ...opacity].map(asByte).join("")}`);
  });
}

const oklch = /oklch\(([\d.]+)(%?) ([\d.]+) ([\d.]+)(?: ?\/ ?([\d.]+))?\)/g;

/** https://bottosson.github.io/posts/oklab/ (the matrices of 2021-01-25, as CSS Color 4 uses). */
function linearChannels(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const gammaEncoded = (linear: number) => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);

const asByte = (share: number) =>
  Math.round(Math.min(1, Math.max(0, share)) * 255)
    .toString(16)
    .padStart(2, "0");

const shortened = (hex: string) => hex.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
