import { apiBase, type Route, type RouteIn } from './routes';

type Fixed<R> = R extends { fixed: infer F } ? keyof F : never;
type Defaulted<R extends Route> = R['command']['input'] extends { __default: infer D }
  ? { [K in keyof D]-?: undefined extends D[K] ? never : K }[keyof D]
  : never;

/** What a caller gives: the command's input without what the route fixes; what has a default may be left out. */
export type SendInput<R extends Route> = Omit<RouteIn<R>, Fixed<R> | Defaulted<R>> &
  Partial<Pick<RouteIn<R>, Extract<Exclude<Defaulted<R>, Fixed<R>>, keyof RouteIn<R>>>>;

/** The address of a call with its path filled in, and the fields the path did not take, in wire spelling. */
export function addressOf(route: Route, input: object): { url: string; rest: Record<string, unknown> } {
  const left = new Map<string, unknown>(Object.entries(input));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const rest = Object.fromEntries(
    [...left].filter(([, value]) => value !== undefined).map(([field, value]) => [route.wire?.[field] ?? field, value]),
  );
  return { url: apiBase + path, rest };
}
