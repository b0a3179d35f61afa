/** Loaded before a process of the product's: its JavaScript clock is CLOCK_SHIFT_MS ahead or behind. */
const shift = Number(process.env["CLOCK_SHIFT_MS"]);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length ? given : [RealDate.now() + shift]) as [number]));
  }
  static override now(): number {
    return RealDate.now() + shift;
  }
} as DateConstructor;
