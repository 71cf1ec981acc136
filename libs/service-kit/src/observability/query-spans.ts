import { types } from 'node:util';
import { SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { Client } from 'pg';

type Query = (this: Client, ...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

/** Creates a span for every query in a trace, with its text, which contains no values. Polling has no trace and no spans. */
export function traceQueries(tracer: Tracer): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: Client, ...args: unknown[]) {
    if (!trace.getActiveSpan()) return query.apply(this, args);
    const text = textOf(args[0]);
    const span = tracer.startSpan(/^\w+/.exec(text)?.[0].toUpperCase() ?? 'query', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    });
    const end = (error?: unknown) => {
      if (error)
        span
          .setAttribute('error.type', (error as { code?: string }).code ?? 'error')
          .setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...given: Parameters<Callback>) => {
        end(given[0]);
        (callback as Callback)(...given);
      };
      return query.apply(this, args);
    }
    const answer = query.apply(this, args);
    if (types.isPromise(answer)) answer.then(() => end(), end);
    else span.end();
    return answer;
  };
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')).trim();
