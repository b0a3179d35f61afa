export function cooldownMessage(seconds: number): string {
  return `You can ask again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`;
}
