import { apiBase, type Route, type RouteOut } from '@tradepost/contracts/routes';
import { requestUrl, sendsBody, type SendInput } from '@tradepost/contracts/values/wire';
import { ApiError, errorFromResponse, networkError, shortText } from './api-error';
import type { StoreWay } from './store-way';
import { callTransport, type Transport } from './transport';
import { noRetry, withRetry, type RetryPolicy } from './retry';

/** Bytes of an answer as JSON that a program reads: more than the services send in one. */
const longestAnswer = 64 * 1024 ** 2;

export interface ClientOptions {
  /** A session's token or an API key. */
  token?: string | undefined;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** Replaces `fetch`. */
  transport?: Transport;
  /** Absent: no retries. */
  retryPolicy?: RetryPolicy;
  /** Aborts every call. */
  signal?: AbortSignal;
  /** Absent: all bytes go through the server. */
  storeWay?: StoreWay;
}

export interface CallOptions {
  /** Replaces the client's token. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Lets the server recognise a repeat. If absent, calls of idempotent routes that may be retried get a random key. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
}

export interface UploadSource {
  name: string;
  content: Blob | string;
  type?: string;
}

/** What the protocol needs of a client: calls of the API. */
export type Caller = Pick<ApiClient, 'send'>;

/** Typed client of the HTTP API for one account. Runs in browsers and in Node. */
export class ApiClient {
  token: string | undefined;
  readonly retryPolicy: RetryPolicy;
  readonly storeWay: StoreWay | undefined;
  private readonly headers: Record<string, string>;
  private readonly transport: Transport | undefined;
  private readonly signal: AbortSignal | undefined;

  /** @param origin the server, like `https://tradepost.example`; empty in a page of that origin */
  constructor(
    readonly origin: string,
    { token, headers = {}, transport, retryPolicy = noRetry, signal, storeWay }: ClientOptions = {},
  ) {
    this.token = token;
    this.headers = headers;
    this.transport = transport;
    this.retryPolicy = retryPolicy;
    this.signal = signal;
    this.storeWay = storeWay?.signedBy(origin);
  }

  /** Of requests that are not sent by the client, but end with it. */
  get aborts(): Pick<RequestInit, 'signal'> {
    return this.signal ? { signal: this.signal } : {};
  }

  /** Calls a route and returns its JSON answer. @throws ApiError; its `errors` use the command's field names */
  send<R extends Route>(route: R, input: SendInput<R>, options: CallOptions = {}): Promise<RouteOut<R>> {
    return this.call(
      route,
      input,
      options,
      async (response) => (await this.json(response, options.signal)) as RouteOut<R>,
    );
  }

  /** Calls a route that answers with bytes and returns the response. @throws ApiError, like `send` */
  sendForResponse<R extends Route>(route: R, input: SendInput<R>, options: CallOptions = {}): Promise<Response> {
    return this.call(route, input, options, async (response) => response);
  }

  /** Sends a multipart form: text fields first, then the files in order. @param params path parameters @throws ApiError, like `send` */
  sendForm<R extends Route>(
    route: R,
    params: object,
    fields: Record<string, string>,
    files: Record<string, UploadSource | readonly UploadSource[]>,
    { idempotencyKey = this.newIdempotencyKey(route), ...options }: CallOptions = {},
    // the answer of a form is that of the route's `answeredBy`; callers name its type
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ): Promise<any> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, sources] of Object.entries(files))
      for (const { content, type = '', name: fileName } of [sources].flat())
        form.append(name, content instanceof Blob ? content : new Blob([content], { type }), fileName);
    const { url } = requestUrl(route, params);
    const init = {
      method: route.method,
      headers: { ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      body: form,
    };
    return this.withRetry(
      async () => this.json(await requireOk(await this.request(url, init, options), route), options.signal),
      { isRepeatable: idempotencyKey !== undefined, signal: options.signal },
    );
  }

  /** Returns the response for every status, without retries. @param path below `/api`, or a signed URL */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.request(path.startsWith(apiBase) ? path : `${apiBase}${path}`, init);
  }

  /** Like `fetch`, with retries. @throws ApiError when the status is not 2xx */
  fetchOk(path: string, init: RequestInit, { isRepeatable }: { isRepeatable: boolean }): Promise<Response> {
    return this.withRetry(async () => requireOk(await this.fetch(path, init)), {
      isRepeatable,
      signal: init.signal ?? undefined,
    });
  }

  /** Repeats a call by the client's retry policy. @throws the error of the last attempt */
  withRetry<T>(
    call: () => Promise<T>,
    { isRepeatable, signal = this.signal }: { isRepeatable: boolean; signal?: AbortSignal | undefined },
  ): Promise<T> {
    return withRetry(call, this.retryPolicy, { isRepeatable, signal });
  }

  private call<R extends Route, T>(
    route: R,
    input: SendInput<R>,
    { idempotencyKey = this.newIdempotencyKey(route), ...options }: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { url, rest } = requestUrl(route, input);
    const hasBody = sendsBody(route, Object.keys(rest).length);
    const query = new URLSearchParams(
      hasBody ? [] : Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const init = {
      method: route.method,
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(hasBody && { body: JSON.stringify(rest) }),
    };
    const isRepeatable = (route.method !== 'POST' && route.method !== 'PATCH') || idempotencyKey !== undefined;
    return this.withRetry(
      async () => read(await requireOk(await this.request(query.size ? `${url}?${query}` : url, init, options), route)),
      { isRepeatable, signal: options.signal },
    );
  }

  private async json(response: Response, signal = this.signal): Promise<unknown> {
    try {
      // a page ends with its server anyway, and browsers show people and tests only what is read at once
      const text = this.origin ? await shortText(response, longestAnswer) : await response.text();
      if (text !== undefined) return text ? JSON.parse(text) : undefined;
    } catch {
      signal?.throwIfAborted();
      // the answer was cut off, so the effect of the call is unknown
      throw networkError();
    }
    throw new ApiError('The answer of the server is too long', { code: 'INTERNAL', status: response.status });
  }

  private newIdempotencyKey({ idempotent }: Route): string | undefined {
    return idempotent && this.retryPolicy.attempts > 1 ? crypto.randomUUID() : undefined;
  }

  private request(
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
    // a server must not lead a program to other hosts that it can reach; pages have a policy for this
    const guarded = {
      ...init,
      headers: all,
      ...(this.origin && { redirect: 'manual' as const }),
      ...(signal && { signal }),
    };
    return callTransport(`${this.origin}${url}`, guarded, this.transport);
  }
}

/** Returns a 2xx response. @param route translates field names of errors from wire spelling @throws ApiError */
async function requireOk(response: Response, route?: Route): Promise<Response> {
  if (response.ok) return response;
  const error = await errorFromResponse(response);
  const spellings = Object.entries(route?.wire ?? {});
  for (const failure of error.errors)
    failure.field = spellings.find(([, wire]) => wire === failure.field)?.[0] ?? failure.field;
  throw error;
}
