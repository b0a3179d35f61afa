import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type ConnectionState =
  | { is: "well" }
  /** Every answer of the service arrives later by `ms`. */
  | { is: "slow"; ms: number }
  | { is: "down" }
  /** Connections break as soon as the service answers. */
  | { is: "cut" }
  /** Data is dropped, and connections remain open. */
  | { is: "silent" }
  /** Bytes arrive, but they are not a valid answer. */
  | { is: "garbled" };

/** A connection to a service that tests can disturb. */
export interface Connection {
  port: number;
  become(state: ConnectionState): Promise<void>;
  close(): Promise<void>;
}

/** Forwards bytes between a free port and `target`, both on the loopback address. */
export async function openConnection(target: number): Promise<Connection> {
  let state: ConnectionState = { is: "well" };
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket)).on("error", () => {});
    }
    near.on("data", (chunk) => void far.write(chunk));
    far.on("data", (chunk) => pass(near, chunk));
    near.once("close", () => far.destroy());
    far.once("close", () => void setTimeout(() => near.end(), state.is === "slow" ? state.ms : 0));
  });
  const pass = (near: Socket, chunk: Buffer) => {
    if (state.is === "silent") return;
    if (state.is === "cut") near.destroy();
    else if (state.is === "garbled") near.write(chunk.map((byte) => byte ^ 0x5a));
    else if (state.is === "slow") setTimeout(() => near.writable && near.write(chunk), state.ms);
    else near.write(chunk);
  };
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const shut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    port,
    async become(next) {
      state = next;
      if (next.is === "down") await shut();
      else if (!server.listening) await listen(port);
    },
    close: shut,
  };
}
