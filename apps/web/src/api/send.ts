import type { Route, RouteOut } from '@tradepost/contracts/routes';
import { addressOf, type SendInput } from '@tradepost/contracts/wire';
import { restartLogin } from '../session/auth.store';
import { readToken } from '../session/token';
import { callHeaders } from './call-headers';
import { ApiError, errorOf, networkError } from '@tradepost/client/api-error';

export interface SendOptions {
  signal?: AbortSignal;
  /** Instead of the cookie's, for the steps a ticket opens. */
  token?: string;
}

/** A call's 401 means the session is over, unless the call carried a ticket or is the login itself. */
export function endSessionOn(error: ApiError, route: Route, token?: string) {
  if (error.status === 401 && route.allow !== 'public' && !token) restartLogin();
}

/** The fields of an error in the form's spelling. */
function inFormSpelling(error: ApiError, route: Route): ApiError {
  const names = Object.entries(route.wire ?? {});
  for (const failure of error.errors) {
    failure.field = names.find(([, wire]) => wire === failure.field)?.[0] ?? failure.field;
  }
  return error;
}

/**
 * One call of the HTTP API.
 * @throws ApiError; a refused session also restarts the login
 */
export async function send<R extends Route>(route: R, input: SendInput<R>, { signal, token }: SendOptions = {}): Promise<RouteOut<R>> {
  const { url, rest } = addressOf(route, input);
  const bearer = token ?? readToken();
  const withBody = route.method === 'POST' || route.method === 'PATCH';
  const query = new URLSearchParams(withBody ? [] : Object.entries(rest).map(([key, value]) => [key, String(value)]));

  let response: Response;
  try {
    response = await fetch(query.size ? `${url}?${query}` : url, {
      method: route.method,
      credentials: 'include',
      signal: signal ?? null,
      headers: {
        ...callHeaders(bearer),
        ...(withBody && { 'Content-Type': 'application/json' }),
      },
      body: withBody ? JSON.stringify(rest) : null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
  if (!response.ok) {
    const error = inFormSpelling(errorOf(response.status, await response.text(), (name) => response.headers.get(name)), route);
    endSessionOn(error, route, token);
    throw error;
  }
  return (await response.json()) as RouteOut<R>;
}
