import { apiBase, type Route, type RouteIn } from '../routes';

type Fixed<R> = R extends { fixed: infer F } ? keyof F : never;
type Defaulted<R extends Route> = R['command']['input'] extends { __default: infer D }
  ? { [K in keyof D]-?: undefined extends D[K] ? never : K }[keyof D]
  : never;

/** Input of a call: the command's input without the fields that the route fixes. Fields with a default are optional. */
export type SendInput<R extends Route> = Omit<RouteIn<R>, Fixed<R> | Defaulted<R>> &
  Partial<Pick<RouteIn<R>, Extract<Exclude<Defaulted<R>, Fixed<R>>, keyof RouteIn<R>>>>;

/** The URL of a call with its path parameters filled in (`url`), and the remaining fields in wire spelling (`rest`). */
export function requestUrl(route: Route, input: object): { url: string; rest: Record<string, unknown> } {
  const remaining = new Map<string, unknown>(Object.entries(input));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = remaining.get(name);
    remaining.delete(name);
    return encodeURIComponent(String(value));
  });
  const rest = Object.fromEntries(
    [...remaining]
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [route.wire?.[field] ?? field, value]),
  );
  return { url: apiBase + path, rest };
}

/** Whether a call sends the fields that are not in its path as a JSON body. */
export const sendsBody = ({ method }: Pick<Route, 'method'>, fields: number): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH' || (method === 'DELETE' && fields > 0);
