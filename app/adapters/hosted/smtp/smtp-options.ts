const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The transport's options for an SMTP URL. With `smtp://` the connection must change to TLS before anything is said:
 * by default a server without STARTTLS, or somebody in between, would be sent the password in the clear
 * (https://nodemailer.com/smtp, requireTLS). A server on this machine needs none.
 */
export function smtpOptions(url: string): { url: string; requireTLS: boolean } {
  const { protocol, hostname } = new URL(url);
  return { url, requireTLS: protocol === "smtp:" && !loopback.includes(hostname) };
}
