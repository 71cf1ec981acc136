import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { routes } from '@tradepost/contracts/routes';
import { log } from '@tradepost/service-kit/observability/logging';
import { startTracing, stopTracing } from '@tradepost/service-kit/observability/tracing';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import { ApiClient } from '@tradepost/client/api/api-client';
import { registerSender } from '@tradepost/tools/client/people';
import pino from 'pino';
import { namesInAlertsAndDashboard } from './names';
import { someone, startWholeProduct, type WholeProduct } from './fixture';

let product: WholeProduct;
let sender: ApiClient;
const person = someone();
const spans = new InMemorySpanExporter();
const lines: string[] = [];

/** On a connection of its own: the server may close an idle one while this process is slow to notice. */
const fromOps = (path: string) => fetch(`${product.ops}${path}`, { headers: { connection: 'close' } });
const metrics = async () => (await fromOps('/metrics')).text();
const nameOf = ({ name }: ReadableSpan) => name;
/** Every span of the trace that began with this call, once all these are among them. */
const traceOf = (call: string, names: string[]) =>
  waitFor(
    () => {
      const all = spans.getFinishedSpans();
      const root = all.find(({ name }) => name === call);
      const trace = all.filter((span) => span.spanContext().traceId === root?.spanContext().traceId);
      return names.every((name) => trace.some((span) => span.name === name)) ? trace : undefined;
    },
    { what: `${names.join(', ')} in one trace` },
  );

beforeAll(async () => {
  log.level = 'trace';
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym] as {
    write(line: string): void;
  };
  jest.spyOn(stream, 'write').mockImplementation((line) => void lines.push(line));
  await startTracing('test', new SimpleSpanProcessor(spans));
  product = await startWholeProduct();
  sender = await registerSender(product, person);
});

afterAll(async () => {
  await product.stop();
  await stopTracing();
});

describe('traces', () => {
  it('cover a sign-up from the call to the mail', async () => {
    const trace = await traceOf('POST /api/auth/signup', [
      'identity.signup',
      'mail job',
      'identity.kit.finish-job',
      'INSERT',
    ]);
    const byId = new Map(trace.map((span) => [span.spanContext().spanId, span]));
    const above = (span: ReadableSpan | undefined): string[] =>
      span ? [span.name, ...above(byId.get(span.parentSpanContext?.spanId ?? ''))] : [];
    const named = (name: string) => trace.find((span) => span.name === name);
    expect(above(named('identity.signup'))).toEqual([
      'identity.signup',
      'call identity.signup',
      'POST /api/auth/signup',
    ]);
    expect(above(named('mail job'))).toEqual(['mail job', ...above(named('identity.signup'))]);
    expect(JSON.stringify(trace.map(({ attributes, events, status }) => ({ attributes, events, status })))).not.toMatch(
      new RegExp(`${person.email}|${person.password}|${person.firstName}`),
    );
  });

  it('cover a verified address from the call to the log', async () => {
    const trace = await traceOf('POST /api/auth/otp-verification', ['evt.identity.user-signed-up to audit']);
    expect(trace.map(({ name }) => name)).toContain('identity.verify-otp');
  });

  it('cover an upload in all services that handle it', async () => {
    const { id } = await sender.send(routes.createFolder, { name: 'Trade' });
    await sender.sendForm(
      routes.uploadFile,
      { folderId: id },
      { name: 'a.csv', category: 'Trade', price: '1', currency: 'EUR', numberOfRecords: '1' },
      { file: { name: 'a.csv', type: 'text/csv', content: 'a,b\n1,2\n' } },
    );
    const trace = await traceOf('POST /api/file-sharing/folders/:folderId/files', [
      'storage.add-file',
      'evt.storage.file-uploaded to audit',
      'WITH',
    ]);
    expect(trace.filter((span) => !span.parentSpanContext).map(nameOf)).toEqual([
      'POST /api/file-sharing/folders/:folderId/files',
    ]);
  });

  it('have no spans for background polling of the relay and the queue', () => {
    const roots = spans.getFinishedSpans().filter((span) => !span.parentSpanContext);
    expect(roots.map(nameOf).filter((name) => !/^(GET|POST) /.test(name))).toEqual([]);
  });
});

describe('logs', () => {
  it('contain the request id, the user and the trace of each request', async () => {
    await sender.send(routes.createFolder, { name: 'Followed' }, { headers: { 'x-request-id': 'follow-me' } });
    const { user } = await sender.send(routes.me, {});
    const line = await waitFor(() => lines.find((one) => one.includes('follow-me')));
    expect(JSON.parse(line)).toMatchObject({
      requestId: 'follow-me',
      userId: user.id,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      method: 'POST',
      route: '/api/file-sharing/folders',
      status: 201,
      msg: 'answered',
    });
  });

  it('contain no personal data except ids', async () => {
    const stranger = new ApiClient(product.origin);
    await stranger.send(routes.login, { email: person.email, password: 'Wrong-horse-9!' }).catch(() => undefined);
    const { token } = await stranger.send(routes.login, { email: person.email, password: person.password });
    await stranger.send(routes.requestReset, { email: person.email });
    const inbox = inboxAt(product.inboxUrl);
    const codes = [
      codeIn(await inbox.waitForMail({ to: person.email, subject: /reset/i })),
      ...(await inbox.mailTo(person.email)).filter(({ subject }) => /verif|code/i.test(subject)).map(codeIn),
    ];
    await stranger.send(routes.verifyOtp, { email: person.email, otp: '00000' }).catch(() => undefined);
    const all = lines.join('');
    expect(lines.filter((one) => one.includes('"answered"')).length).toBeGreaterThan(8);
    for (const secret of [
      person.email,
      person.password,
      'Wrong-horse',
      person.firstName,
      person.lastName,
      person.companyName,
      token,
      sender.token ?? '',
      ...codes.map((code) => `"${code}"`),
    ]) {
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
    }
    expect(all).not.toMatch(/@example\.com/);
  });

  it('contain no warnings except refusals and those of a slow machine while everything works', () => {
    const expected = ['rejected a request', 'answered before all consumers had processed the event'];
    const complaints = lines
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .filter(({ level }) => level >= 40);
    expect(complaints.filter(({ msg }) => !expected.includes(msg))).toEqual([]);
  });
});

describe('the ops port', () => {
  it('reports rate, errors and duration by route patterns and subjects, never by ids', async () => {
    const text = await metrics();
    expect(text).toMatch(
      /^tradepost_http_request_duration_seconds_count\{method="POST",route="\/api\/file-sharing\/folders\/:folderId\/files",kind="upload",code="201"\} 1$/m,
    );
    expect(text).toMatch(/^tradepost_rpc_duration_seconds_count\{subject="identity.login",code="OK"\} 1$/m);
    expect(text).toMatch(
      /^tradepost_event_duration_seconds_count\{subject="evt.storage.file-uploaded",consumer="audit",result="ok"\} 1$/m,
    );
    expect(text).toMatch(/^tradepost_job_duration_seconds_count\{queue="mail",job="send",result="ok"\} [3-9]$/m);
    expect(text).toMatch(/^tradepost_mails_total\{result="sent"\} [3-9]$/m);
    expect(text).toMatch(/^tradepost_outbox_rows\{service="storage"\} 0$/m);
    expect(text).toMatch(/^tradepost_stored_bytes 8$/m);
    expect(text).toMatch(/^tradepost_object_store_free_bytes\{store="directory"\} [1-9]/m);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@example/);
  });

  it('has every metric that an alert or the dashboard uses', async () => {
    const known = new Set(
      [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const asked = namesInAlertsAndDashboard();
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  it('is not reachable on the public port', async () => {
    const response = await fetch(`${product.origin}/metrics`);
    expect(response.status).toBe(404);
  });

  it('is ready while all dependencies are up, and alive without its database', async () => {
    const at = async (path: string) => {
      const response = await fromOps(path);
      return { status: response.status, body: (await response.json()) as object };
    };
    expect(await at('/health/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'up',
        dependencies: { bus: 'up', queue: 'up', 'object-store': 'up', postgres: 'up', audit: 'up' },
      },
    });
    await product.stopDatabase();
    expect(await at('/health/ready')).toMatchObject({
      status: 503,
      body: { status: 'down', dependencies: { bus: 'up', 'object-store': 'up', postgres: 'down', identity: 'down' } },
    });
    expect(await at('/health/live')).toEqual({
      status: 200,
      body: { status: 'up', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    });
    expect(await metrics()).toMatch(/^tradepost_dependency_up\{dependency="postgres"\} 0$/m);
  });
});
