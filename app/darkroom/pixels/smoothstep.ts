/** 0 below `from`, 1 above `to`; reversed bounds fall. */
export function smoothstep(from: number, to: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}

export function clamp(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
