/** A picture's brightness, one byte a pixel, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

const windowSide = 8;
const step = 4;
const [steadyMean, steadyVariance] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/**
 * How alike two pictures of one size look, 1 for the same: the mean structural similarity over windows of 8 × 8 pixels
 * (Wang, Bovik, Sheikh, Simoncelli 2004, equation 13 with its constants, uniform windows).
 */
export function structuralSimilarity(one: GreyPicture, other: GreyPicture): number {
  if (one.width !== other.width || one.height !== other.height) throw new Error("pictures of two sizes");
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + windowSide <= one.height; top += step) {
    for (let left = 0; left + windowSide <= one.width; left += step) {
      sum += windowSimilarity(one, other, left, top);
      windows += 1;
    }
  }
  return sum / windows;
}

function windowSimilarity({ data: a, width }: GreyPicture, { data: b }: GreyPicture, left: number, top: number) {
  const size = windowSide * windowSide;
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + windowSide; y += 1) {
    for (let x = left; x < left + windowSide; x += 1) {
      const [p, q] = [a[y * width + x] ?? 0, b[y * width + x] ?? 0];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  }
  const [meanA, meanB] = [sumA / size, sumB / size];
  const varianceA = squaresA / size - meanA ** 2;
  const varianceB = squaresB / size - meanB ** 2;
  const covariance = products / size - meanA * meanB;
  const brightness = (2 * meanA * meanB + steadyMean) / (meanA ** 2 + meanB ** 2 + steadyMean);
  return (brightness * (2 * covariance + steadyVariance)) / (varianceA + varianceB + steadyVariance);
}
