import type { ServerResponse } from "node:http";

/** The faults of a service. */
export type Misbehaviour =
  | { how: "refuse"; status: number; body?: string; headers?: Record<string, string> }
  /** Accepts the request and never responds. */
  | { how: "stay silent" }
  /** Begins a response and adds a byte now and then, endlessly. */
  | { how: "drip" }
  /** Hangs up in the middle of the response. */
  | { how: "hang up" }
  /** Sends a proxy's page instead of the service's response. */
  | { how: "answer nonsense" }
  /** Sends bytes as long as the client reads them. */
  | { how: "never end" }
  | { how: "redirect"; location: string };

export function misbehave(response: ServerResponse, misbehaviour: Misbehaviour): void {
  switch (misbehaviour.how) {
    case "refuse":
      response.writeHead(misbehaviour.status, { "Content-Type": "application/json", ...misbehaviour.headers });
      response.end(misbehaviour.body ?? "{}");
      return;
    case "stay silent":
      return;
    case "drip": {
      response.writeHead(200, { "Content-Type": "application/json" });
      const dripping = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(dripping));
      return;
    }
    case "hang up":
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"public_id":', () => response.destroy());
      return;
    case "answer nonsense":
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end("<html><title>Welcome to the hotel's network</title></html>");
      return;
    case "never end": {
      response.writeHead(200, { "Content-Type": "image/jpeg" });
      const block = Buffer.alloc(64 * 1024);
      const pour = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on("drain", pour);
      pour();
      return;
    }
    case "redirect":
      response.writeHead(302, { Location: misbehaviour.location }).end();
  }
}
