import { ApiClient, type ClientOptions } from '@tradepost/client/api-client';
import { ApiError } from '@tradepost/client/api-error';
import type { Transport } from '@tradepost/client/reach';
import type { Route } from '@tradepost/contracts/routes';
import { restartLogin } from '../session/auth.store';
import { readToken } from '../session/token';
import { callHeaders } from './call-headers';

/** The page's calls over this transport; each carries the session there is when it is made. */
export const clientOver = (transport: Transport, options: Pick<ClientOptions, 'patience' | 'signal'> = {}): ApiClient =>
  new ApiClient('', {
    ...options,
    transport: (url, init) =>
      transport(url, {
        ...init,
        credentials: 'include',
        headers: { ...callHeaders(readToken()), ...(init.headers as Record<string, string>) },
      }),
  });

export const client = clientOver((url, init) => fetch(url, init));

/** A call's 401 means the session is over, unless the call carried a ticket or is the login itself. */
export async function inSession<T>(route: Route, call: Promise<T>, token?: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && route.allow !== 'public' && !token) restartLogin();
    throw error;
  }
}
