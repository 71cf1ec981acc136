import type { Problem } from '@tradepost/contracts/errors';
import { apiBase, type Route, type RouteOut } from '@tradepost/contracts/routes';
import { addressOf, type SendInput } from '@tradepost/contracts/wire';

/** An answer that is not a success. */
export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | undefined,
  ) {
    super(`${status} ${problem?.code ?? ''} ${problem?.message ?? ''}`);
  }
}

export interface UploadSource {
  name: string;
  content: Blob | string;
  type?: string;
}

/** One person's view of the HTTP API: what the web app does, without the web app. */
export class ApiClient {
  constructor(
    readonly origin: string,
    public token?: string,
  ) {}

  /** @throws RefusedCall */
  async send<R extends Route>(route: R, input: SendInput<R>, { token = this.token, headers = {} }: { token?: string | undefined; headers?: Record<string, string> } = {}): Promise<RouteOut<R>> {
    const { url, rest } = addressOf(route, input);
    const withBody = route.method === 'POST' || route.method === 'PATCH';
    const query = new URLSearchParams(withBody ? [] : Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)]));
    const response = await fetch(`${this.origin}${url}${query.size ? `?${query}` : ''}`, {
      method: route.method,
      headers: { ...(withBody && { 'content-type': 'application/json' }), ...bearer(token), ...headers },
      ...(withBody && { body: JSON.stringify(rest) }),
    });
    return (await json(response)) as RouteOut<R>;
  }

  /** A multipart call: text fields first, then the files in order. */
  async sendForm<R extends Route>(route: R, params: Record<string, string>, fields: Record<string, string>, files: Record<string, UploadSource>): Promise<any> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, { content, type = '', name: fileName }] of Object.entries(files)) form.append(name, new Blob([content], { type }), fileName);
    const { url } = addressOf(route, params);
    return json(await fetch(`${this.origin}${url}`, { method: 'POST', headers: bearer(this.token), body: form }));
  }

  /** The response itself, for bytes; `path` is below `/api` or a signed URL. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = path.startsWith(apiBase) ? path : `${apiBase}${path}`;
    return fetch(`${this.origin}${url}`, { ...init, headers: { ...bearer(this.token), ...(init.headers as Record<string, string>) } });
  }
}


const bearer = (token: string | undefined): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});

async function json(response: Response): Promise<unknown> {
  const text = await response.text();
  const body: unknown = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new RefusedCall(response.status, body as Problem);
  return body;
}
