const loopback = ["localhost", "127.0.0.1", "[::1]"];

export function smtpOptions(url: string): { url: string; requireTLS: boolean } {
  const { protocol, hostname } = new URL(url);
  return { url, requireTLS: protocol === "smtp:" && !loopback.includes(hostname) };
}
