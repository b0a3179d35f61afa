/**
 * Dates as the product shows them, US English: "Nov 20, 2026, 8:14 PM" (spec.md, points 3 and 9). `timeZone` is an IANA
 * name. To be called in loaders: ICU versions differ in the space before AM and PM, and a page must hydrate as it came.
 */
export function dateFormatter(timeZone: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
  return (date) => format.format(date).replace(/[\u00a0\u202f]/g, " ");
}

/** The day alone: "Nov 20, 2026". */
export function dayFormatter(timeZone: string): (date: Date) => string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone });
  return (date) => format.format(date);
}
