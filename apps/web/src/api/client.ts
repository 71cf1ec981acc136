import { ApiClient, type ClientOptions } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import type { Transport } from '@tradepost/client/api/transport';
import type { Route } from '@tradepost/contracts/routes';
import { restartLogin } from '../session/auth.store';
import { readToken } from '../session/token';
import { answerText } from '../i18n/answer-text';
import { callHeaders } from './call-headers';
import { sendOrTakeOver } from './early';

/** The page's API client over this transport; each call uses the current session. */
export const clientOver = (
  transport: Transport,
  options: Pick<ClientOptions, 'retryPolicy' | 'signal' | 'storeWay'> = {},
): ApiClient =>
  new ApiClient('', {
    ...options,
    transport: (url, init) =>
      transport(url, {
        ...init,
        credentials: 'include',
        headers: { ...callHeaders(readToken()), ...(init.headers as Record<string, string>) },
      }),
  });

export const client = clientOver(sendOrTakeOver);

/** A 401 ends the session, unless the call carried a ticket, is the login, or belongs to a session that another has replaced since. */
export async function inSession<T>(route: Route, call: Promise<T>, token?: string): Promise<T> {
  const used = readToken();
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) error.message = answerText(error.message);
    const isRefused = error instanceof ApiError && error.status === 401 && route.allow !== 'public' && !token;
    if (isRefused && used === readToken()) restartLogin();
    throw error;
  }
}
