import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { AppError } from '@tradepost/contracts/errors';
import { traceQueries } from './query-spans';

/** Absent unless spans are exported; tracing then costs one comparison. */
let tracer: Tracer | undefined;

/** Sends spans by OTLP where `OTEL_EXPORTER_OTLP_ENDPOINT` says; the SDK reads its other settings itself. */
export async function startTracingAsConfigured(service: string): Promise<void> {
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const [{ OTLPTraceExporter }, { BatchSpanProcessor }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  await startTracing(service, new BatchSpanProcessor(new OTLPTraceExporter()));
}

export async function startTracing(service: string, processor: SpanProcessor): Promise<void> {
  const [{ NodeTracerProvider }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.namespace': 'tradepost', 'service.name': service }),
    spanProcessors: [processor],
  });
  provider.register();
  tracer = provider.getTracer('tradepost');
  traceQueries(tracer);
  stop = () => provider.shutdown();
}

let stop = async () => {};

/** Exports the remaining spans. */
export const stopTracing = () => stop();

interface SpanOptions {
  kind: SpanKind;
  attributes?: Attributes;
  /** The parent `traceparent`; the current span if absent. */
  from?: string | undefined;
}

/** Runs `work` in a span; an error sets its code on the span, never its message. */
export function traced<T>(
  name: string,
  { kind, attributes = {}, from }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work();
  const parent = from ? propagation.extract(ROOT_CONTEXT, { traceparent: from }) : context.active();
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A span that begins a trace and ends elsewhere: run what belongs to it with `inSpan`, then `end` it. */
export const beginTrace = (name: string, attributes: Attributes, startTime: number): Span | undefined =>
  tracer?.startSpan(name, { kind: SpanKind.SERVER, attributes, startTime, root: true });

export const inSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? context.with(trace.setSpan(context.active(), span), work) : work();

/** W3C `traceparent` of the current span, to send to the process that continues the work. */
export function traceparent(): string | undefined {
  if (!tracer) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

export const currentTraceId = (): string | undefined =>
  tracer ? trace.getActiveSpan()?.spanContext().traceId : undefined;

function markFailed(span: Span, error: unknown) {
  const code = error instanceof AppError ? error.code : ((error as { code?: string }).code ?? (error as Error).name);
  span.setAttribute('error.type', String(code));
  if (!(error instanceof AppError) || error.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
