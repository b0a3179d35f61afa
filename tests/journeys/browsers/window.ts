/** One browser window, with the few commands that Chromium 80, Firefox and WebKit have in common. */
export interface Window {
  open(url: string): Promise<void>;
  /** The JSON value of an expression in the page; also if the page's own scripts are off. */
  evaluate<T>(expression: string): Promise<T>;
  chooseFile(selector: string, file: string): Promise<void>;
  /** Requests that the pages' own policy refused so far; WebKit's driver does not report them. */
  refusedByPolicy?(): string[];
  close(): Promise<void>;
}

export interface WindowOptions {
  scripts: boolean;
}

export interface BrowserEvent {
  method: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- each browser and method has different ones
  params: any;
}

/** Sends commands with ids over a socket, as DevTools and WebDriver BiDi both require. */
export async function connect(address: string, onEvent: (event: BrowserEvent) => void = () => {}) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let ids = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error, message, ...event } = JSON.parse(String(data));
    if (id === undefined) onEvent(event as BrowserEvent);
    const command = waiting.get(id);
    waiting.delete(id);
    if (error) command?.reject(new Error(message ?? error.message));
    else command?.resolve(result);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser ended"));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)));
  });
  return <T>(method: string, params: object = {}, session: object = {}) =>
    new Promise<T>((resolve, reject) => {
      const id = (ids += 1);
      waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      socket.send(JSON.stringify({ id, method, params, ...session }));
    });
}
