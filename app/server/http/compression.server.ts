import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compressible = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/;

/** Bytes: a smaller body fits one packet anyway. */
const worthCompressing = 860;

/** Pages are too small for streaming to help. Brotli quality 5 stays under 2 ms a page. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (!response.body || headers.has("Content-Encoding") || !compressible.test(headers.get("Content-Type") ?? ""))
    return response;
  const encoding = acceptedEncoding(request.headers.get("Accept-Encoding") ?? "");
  headers.append("Vary", "Accept-Encoding");
  if (!encoding || request.method === "HEAD") return response;
  const plain = Buffer.from(await response.arrayBuffer());
  if (plain.length < worthCompressing) return new Response(plain, response);
  const packed =
    encoding === "br" ? await brotli(plain, { params: brotliParams(plain.length) }) : await zip(plain, { level: 6 });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  return new Response(packed as Uint8Array<ArrayBuffer>, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** Uses the highest quality, 50 times slower, for responses that are cached in memory. */
export async function compressedForCache(plain: Buffer): Promise<{ br: Buffer; gzip: Buffer }> {
  const params = {
    ...brotliParams(plain.length),
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  };
  const [br, gzipped] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 9 })]);
  return { br, gzip: gzipped };
}

const brotliParams = (size: number) => ({
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 16,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
});

export function acceptedEncoding(header: string): "br" | "gzip" | null {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(header);
  if (/\bbr\b/.test(header) && !refused("br")) return "br";
  return /\bgzip\b/.test(header) && !refused("gzip") ? "gzip" : null;
}
