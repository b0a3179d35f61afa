import { get } from "node:http";

/** The body of an answer as it is on the wire, packed as browsers ask for it; bytes. */
export function wireSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { "Accept-Encoding": "gzip, deflate, br" } }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      response.once("error", reject);
      response.once("end", () => resolve(bytes));
    });
    request.once("error", reject);
  });
}
