import type { Route, RouteOut } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/values/wire';
import { client, inSession } from './client';

export interface SendOptions {
  signal?: AbortSignal;
  /** Of calls that a person repeats after their answer was lost: each gets the first answer. */
  idempotencyKey?: string;
  /** Replaces the session's token in steps that a ticket opens. */
  token?: string;
}

/**
 * One call of the HTTP API.
 * @throws ApiError; a refused session also restarts the login
 */
export const send = <R extends Route>(route: R, input: SendInput<R>, options: SendOptions = {}): Promise<RouteOut<R>> =>
  inSession(route, client.send(route, input, options), options.token);
