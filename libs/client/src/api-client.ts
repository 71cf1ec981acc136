import { apiBase, type Route, type RouteOut } from '@tradepost/contracts/routes';
import { addressOf, type SendInput } from '@tradepost/contracts/wire';
import { networkError, refusalIn } from './api-error';
import { reach, type Transport } from './reach';
import { impatient, retrying, type Patience } from './retry';

export interface ClientOptions {
  /** A session's token or an API key. */
  token?: string | undefined;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** Instead of `fetch`. */
  transport?: Transport;
  /** Without it a call is made once. */
  patience?: Patience;
  /** Ends every call. */
  signal?: AbortSignal;
}

export interface CallOptions {
  /** Instead of the client's. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Names the call, so that a repeat is known as one. Calls that take one and are retried get one of their own. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

export interface UploadSource {
  name: string;
  content: Blob | string;
  type?: string;
}

/** One account's view of the HTTP API, typed by its contracts. In browsers and in Node. */
export class ApiClient {
  token: string | undefined;
  readonly patience: Patience;
  private readonly headers: Record<string, string>;
  private readonly transport: Transport | undefined;
  private readonly signal: AbortSignal | undefined;

  /** @param origin where Tradepost is, like `https://tradepost.example`; empty in a page that came from there */
  constructor(
    readonly origin: string,
    { token, headers = {}, transport, patience = impatient, signal }: ClientOptions = {},
  ) {
    this.token = token;
    this.headers = headers;
    this.transport = transport;
    this.patience = patience;
    this.signal = signal;
  }

  /** @throws ApiError, its fields in the command's spelling */
  send<R extends Route>(route: R, input: SendInput<R>, options: CallOptions = {}): Promise<RouteOut<R>> {
    return this.call(
      route,
      input,
      options,
      async (response) => (await json(response, options.signal ?? this.signal)) as RouteOut<R>,
    );
  }

  /** The response to a call of a route that answers with bytes. @throws ApiError, as `send` does */
  respond<R extends Route>(route: R, input: SendInput<R>, options: CallOptions = {}): Promise<Response> {
    return this.call(route, input, options, async (response) => response);
  }

  /** A multipart call: text fields first, then the files in order. @param params what the path names @throws ApiError, as `send` does */
  sendForm<R extends Route>(
    route: R,
    params: object,
    fields: Record<string, string>,
    files: Record<string, UploadSource>,
    { idempotencyKey = this.ownKey(route), ...options }: CallOptions = {},
  ): Promise<any> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, { content, type = '', name: fileName }] of Object.entries(files))
      form.append(name, content instanceof Blob ? content : new Blob([content], { type }), fileName);
    const { url } = addressOf(route, params);
    const init = {
      method: route.method,
      headers: { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      body: form,
    };
    return this.patiently(
      async () => json(await good(await this.ask(url, init, options), route), options.signal ?? this.signal),
      { isRepeatable: idempotencyKey !== undefined, signal: options.signal },
    );
  }

  /** The response itself, for bytes, whatever its status. @param path below `/api`, or a signed address */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.ask(path.startsWith(apiBase) ? path : `${apiBase}${path}`, init);
  }

  /** The response to a call that was not refused, made again as `send` does. @throws ApiError */
  answered(path: string, init: RequestInit, { isRepeatable }: { isRepeatable: boolean }): Promise<Response> {
    return this.patiently(async () => good(await this.fetch(path, init)), {
      isRepeatable,
      signal: init.signal ?? undefined,
    });
  }

  /** Makes it again, as patiently as the client is, while it fails in a way that passes. */
  patiently<T>(
    call: () => Promise<T>,
    { isRepeatable, signal = this.signal }: { isRepeatable: boolean; signal?: AbortSignal | undefined },
  ): Promise<T> {
    return retrying(call, this.patience, { isRepeatable, signal });
  }

  private call<R extends Route, T>(
    route: R,
    input: SendInput<R>,
    { idempotencyKey = this.ownKey(route), ...options }: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { url, rest } = addressOf(route, input);
    const withBody = route.method === 'POST' || route.method === 'PATCH';
    const query = new URLSearchParams(
      withBody ? [] : Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const init = {
      method: route.method,
      headers: {
        ...(withBody && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(withBody && { body: JSON.stringify(rest) }),
    };
    const isRepeatable = !withBody || idempotencyKey !== undefined;
    return this.patiently(
      async () => read(await good(await this.ask(query.size ? `${url}?${query}` : url, init, options), route)),
      { isRepeatable, signal: options.signal },
    );
  }

  private ownKey({ idempotent }: Route): string | undefined {
    return idempotent && this.patience.attempts > 1 ? crypto.randomUUID() : undefined;
  }

  private ask(
    url: string,
    { headers, ...init }: RequestInit,
    { token = this.token, headers: more, signal = init.signal ?? this.signal }: CallOptions = {},
  ): Promise<Response> {
    const all = {
      ...this.headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(headers as Record<string, string>),
      ...more,
    };
    return reach(`${this.origin}${url}`, { ...init, headers: all, ...(signal && { signal }) }, this.transport);
  }
}

/** The response, when it is no refusal. @param route whose fields its errors are about */
async function good(response: Response, route?: Route): Promise<Response> {
  if (response.ok) return response;
  const error = await refusalIn(response);
  const spellings = Object.entries(route?.wire ?? {});
  for (const failure of error.errors)
    failure.field = spellings.find(([, wire]) => wire === failure.field)?.[0] ?? failure.field;
  throw error;
}

async function json(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch {
    signal?.throwIfAborted();
    // cut off on its way: what was done is not known
    throw networkError();
  }
}
