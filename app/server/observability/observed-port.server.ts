import type { Observation } from "./observation.ts";

type Answer<Method> = Method extends (...args: never[]) => Promise<infer T> ? T : never;

type Outcomes<Port> = { [Name in keyof Port]?: (answer: Answer<Port[Name]>) => string };

export function observedPort<Port extends object>(
  port: Port,
  { call }: Pick<Observation, "call">,
  provider: string,
  outcomes: Outcomes<Port>,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const outcomeOf = outcomes[name as keyof Port] as ((answer: unknown) => string) | undefined;
      if (typeof value !== "function" || !outcomeOf) return value;
      return (...args: unknown[]) =>
        call({ provider, operation: String(name) }, () => Reflect.apply(value, target, args), outcomeOf);
    },
  });
}

export const done = () => "ok";
export const problemOf = (answer: { ok: true } | { ok: false; problem: string }) => (answer.ok ? "ok" : answer.problem);
