import { AppError } from '@tradepost/contracts/errors';
import { apiBase, type Route, type RouteIn, type RouteOut } from '@tradepost/contracts/routes';

type Answer<R extends Route> = (input: RouteIn<R>) => RouteOut<R> | Promise<RouteOut<R>>;

interface Handler {
  route: Route;
  path: RegExp;
  answer: (input: never) => unknown;
  inputs: object[];
}

/**
 * Stands in for the server in a spec file: replaces `fetch` during each test. Answers are typed by the route table;
 * an answer refuses a call by throwing an AppError. A call without an answer fails the test.
 */
export class FakeApi {
  private handlers: Handler[] = [];
  private unexpected: string[] = [];

  constructor() {
    beforeEach(() => {
      this.handlers = [];
      this.unexpected = [];
      globalThis.fetch = (url, init) => this.fetch(String(url), init);
    });
    afterEach(() => {
      // a call that the screen makes and the test does not answer: `api.on(routes.…)`; samples.ts has answers
      expect(this.unexpected).toEqual([]);
    });
  }

  /** Answers the calls of a route from now on. Returns the inputs of these calls, in our spelling. */
  on<R extends Route>(route: R, answer: Answer<R>): RouteIn<R>[] {
    const path = new RegExp(`^${apiBase}${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const inputs: RouteIn<R>[] = [];
    this.handlers.unshift({ route, path, answer, inputs: inputs as object[] });
    return inputs;
  }

  private async fetch(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.origin);
    const handler = this.handlers.find(({ route, path }) => route.method === method && path.test(pathname));
    if (!handler) {
      this.unexpected.push(`${method} ${pathname}`);
      return new Response(null, { status: 404 });
    }
    const { route, path, answer, inputs } = handler;
    const sent: Record<string, unknown> = {
      ...Object.fromEntries(searchParams),
      ...(typeof body === 'string' && (JSON.parse(body) as object)),
      ...path.exec(pathname)?.groups,
    };
    const ours = new Map(Object.entries(route.wire ?? {}).map(([field, wire]) => [wire, field]));
    const input = Object.fromEntries(Object.entries(sent).map(([field, value]) => [ours.get(field) ?? field, value]));
    inputs.push(input);
    try {
      return Response.json(await answer(input as never));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status, code, message, errors } = error;
      return Response.json({ status, code, message, errors }, { status });
    }
  }
}
