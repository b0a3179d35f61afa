import { AsyncLocalStorage } from "node:async_hooks";
import type { Happening, Observation, ProviderCall, TimedPart } from "./observation.ts";

export interface Running {
  id: string;
  kind: "request" | "job";
  /** GET, HEAD, POST, DELETE or `other` for a request; the queue's name for a job. */
  method: string;
  route: string;
  started: number;
  /** Milliseconds; parallel parts can add up to more than the total. */
  parts: Partial<Record<TimedPart, number>>;
  attachments: Map<object, unknown>;
}

/** A part of a request or job, or a provider call. Times are on performance.now()'s clock. */
export interface Span {
  name: string;
  started: number;
  ended: number;
  failed: boolean;
  attributes: Record<string, string>;
}

/** Receives events. Every method is optional; none may throw. */
export interface Sink {
  began?(running: Running): void;
  /** `status` is null if the client disconnected first. */
  ended?(running: Running, status: number | null): void;
  span?(running: Running | undefined, span: Span): void;
  call?(call: ProviderCall, outcome: string, seconds: number): void;
  noted?(happening: Happening): void;
  logged?(level: string, running: Running | undefined, message: string, error: Error | undefined): void;
}

export interface Observer extends Observation {
  begin<T>(running: Pick<Running, "id" | "kind" | "method" | "route">, work: (running: Running) => T): T;
  end(running: Running, status: number | null): void;
  running(): Running | undefined;
  logged(level: string, message: string, error: Error | undefined): void;
  add(sink: Sink): void;
}

export function createObserver(): Observer {
  const current = new AsyncLocalStorage<Running>();
  const sinks: Sink[] = [];

  async function measured<T>(
    work: () => Promise<T>,
    ended: (started: number, ended: number, answer: { value: T } | { thrown: unknown }) => void,
  ): Promise<T> {
    const started = performance.now();
    try {
      const value = await work();
      ended(started, performance.now(), { value });
      return value;
    } catch (thrown) {
      ended(started, performance.now(), { thrown });
      throw thrown;
    }
  }

  const span = (name: string, started: number, ended: number, failed: boolean, attributes: Record<string, string>) => {
    const running = current.getStore();
    for (const sink of sinks) sink.span?.(running, { name, started, ended, failed, attributes });
  };

  return {
    add: (sink) => sinks.push(sink),
    running: () => current.getStore(),
    requestId: () => {
      const running = current.getStore();
      return running?.kind === "request" ? running.id : null;
    },
    matched: (route) => {
      const running = current.getStore();
      if (running) running.route = route;
    },
    begin: (what, work) => {
      const running: Running = { ...what, started: performance.now(), parts: {}, attachments: new Map() };
      for (const sink of sinks) sink.began?.(running);
      return current.run(running, work, running);
    },
    end: (running, status) => {
      for (const sink of sinks) sink.ended?.(running, status);
    },
    timed: (part, work) =>
      measured(work, (started, ended, answer) => {
        const running = current.getStore();
        if (running) running.parts[part] = (running.parts[part] ?? 0) + ended - started;
        span(part, started, ended, "thrown" in answer, {});
      }),
    call: (call, work, outcomeOf) =>
      measured(work, (started, ended, answer) => {
        const outcome = "value" in answer ? outcomeOf(answer.value) : outcomeOfError(answer.thrown);
        for (const sink of sinks) sink.call?.(call, outcome, (ended - started) / 1000);
        const attributes = { provider: call.provider, outcome };
        span(`${call.provider} ${call.operation}`, started, ended, "thrown" in answer, attributes);
      }),
    noted: (happening) => {
      for (const sink of sinks) sink.noted?.(happening);
    },
    logged: (level, message, error) => {
      for (const sink of sinks) sink.logged?.(level, current.getStore(), message, error);
    },
  };
}

/** Error messages and codes may contain personal data. */
function outcomeOfError(thrown: unknown): "timeout" | "failed" {
  const { name, code } = (thrown ?? {}) as { name?: unknown; code?: unknown };
  return name === "TimeoutError" || code === "ETIMEDOUT" || code === "ESOCKETTIMEDOUT" ? "timeout" : "failed";
}
