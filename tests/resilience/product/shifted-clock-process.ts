/** Preloaded into a product process: shifts its JavaScript clock by CLOCK_SHIFT_MS, which may be negative. */
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
