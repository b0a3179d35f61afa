import { connect } from "node:net";

export type Exchange =
  | { kind: "answered"; status: number; headers: string; body: string; milliseconds: number }
  /** The connection ended without an answer. */
  | { kind: "closed" }
  | { kind: "silent" };

/** Limit for reading an answer, bytes. */
const enough = 2_000_000;

/**
 * Sends a request's bytes unchanged and reads one answer. `ends` closes the sending half of the connection afterwards,
 * like a request that is cut in mid-body.
 */
export function exchange(port: number, request: Buffer, ends: boolean, patienceMs: number): Promise<Exchange> {
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const socket = connect({ port, host: "127.0.0.1" });
    const over = (kind: "closed" | "silent") => {
      clearTimeout(timer);
      socket.destroy();
      resolve(read(Buffer.concat(chunks), performance.now() - started) ?? { kind });
    };
    const timer = setTimeout(over, patienceMs, "silent");
    socket.on("connect", () => {
      socket.write(request);
      if (ends) socket.end();
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > enough) over("closed");
    });
    socket.on("error", () => over("closed"));
    socket.on("close", () => over("closed"));
  });
}

/** Parses an answer, without an interim one (100 Continue). Null when the bytes are not an answer. */
function read(bytes: Buffer, milliseconds: number): Exchange | null {
  const text = bytes.toString("latin1").replace(/^HTTP\/1\.1 1\d\d [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/, "");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return null;
  const at = text.indexOf("\r\n\r\n");
  const [headers, body] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 4)];
  return { kind: "answered", status, headers, body, milliseconds };
}

/** Internal details that no answer needs and an attacker could use. */
const internal = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node:internal|node_modules|\/app\/[\w-]+\/|file:\/\/\S+\.[jt]sx?\b/,
  /\b(?:Type|Reference|Syntax|Range|Zod|Assertion)Error\b/,
  /\bSQLSTATE\b|\bpglite\b|\bkysely\b|relation "|violates |invalid input syntax|invalid byte sequence/i,
  /\b(?:ECONN\w+|ENOENT|EACCES|EPIPE|EMFILE)\b/,
  /Cannot read propert|is not a function|is not iterable|undefined \(reading/,
];

export function judgeAnswer(answer: Exchange, mayBeClosed: boolean): string | null {
  if (answer.kind === "silent") return "no answer in time";
  if (answer.kind === "closed") return mayBeClosed ? null : "closed without an answer";
  if (answer.status >= 500) return `answered ${answer.status}`;
  const word = internal.map((pattern) => pattern.exec(answer.body)?.[0]).find(Boolean);
  return word ? `answered ${answer.status} with ${JSON.stringify(word.slice(0, 120))}` : null;
}
