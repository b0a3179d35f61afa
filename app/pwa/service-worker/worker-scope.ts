/** TypeScript's `WebWorker` library conflicts with `DOM`, so the used parts are here. */
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: { connection?: { saveData?: boolean; effectiveType?: string } };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<WindowClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void;
}

interface WorkerEvents {
  install: LifetimeEvent;
  activate: LifetimeEvent;
  fetch: FetchEvent;
  message: LifetimeEvent & { readonly data: unknown; readonly source: { readonly id: string } | null };
  sync: LifetimeEvent & { readonly tag: string };
}

interface WindowClient {
  readonly id: string;
  readonly url: string;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface LifetimeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends LifetimeEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response> | Response): void;
}

export const worker = globalThis as unknown as WorkerScope;

export function savesData(): boolean {
  const { saveData = false, effectiveType = "" } = worker.navigator.connection ?? {};
  return saveData || effectiveType.endsWith("2g");
}

/** TypeScript's RequestInit lacks `priority`. */
export const lowPriority: RequestInit = { priority: "low" };
