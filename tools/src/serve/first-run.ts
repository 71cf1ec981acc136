import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { email, object, singleLine } from '@tradepost/contracts/values/fields';
import { newPassword } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import { readCertificate } from '@tradepost/gateway/certificate';
import { assertNotWeak } from '@tradepost/identity/account/new-password';
import { ValidationError } from 'yup';
import { page } from './first-run-page';

export interface FirstAdmin {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

export interface FirstRun {
  /** Address with the token, for the log. */
  address: string;
  /** Resolves when the admin exists and the page is closed. */
  done: Promise<void>;
}

const fields = object({
  email: email('Enter a valid email address').required('Email is required'),
  firstName: singleLine(100).required('First name is required'),
  lastName: singleLine(100).required('Last name is required'),
  password: newPassword,
});

const bodyLimit = 16 * 1024;
/** Long enough that guessing is not practical. Attempts are not limited: a limit would let strangers lock the owner out. */
const tokenBytes = 24;

/**
 * A page that creates the first admin; until then it replaces the product. It requires the token from the log and works once.
 * @param makeAdmin @returns false when the address is taken
 */
export async function firstRun(
  settings: Record<string, string>,
  makeAdmin: (admin: FirstAdmin) => Promise<boolean>,
  signal: AbortSignal,
): Promise<FirstRun> {
  const token = randomBytes(tokenBytes).toString('base64url');
  let finish: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });

  const isToken = (given: string) => {
    const [a, b] = [Buffer.from(given), Buffer.from(token)];
    return a.length === b.length && timingSafeEqual(a, b);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', settings.ORIGIN);
    if (url.pathname === '/health/live') return send(response, 200, 'waiting for the first admin');
    const isPost = request.method === 'POST';
    const form = isPost ? await formOf(request) : new URLSearchParams();
    if (url.pathname !== '/setup' || !isToken((isPost ? form : url.searchParams).get('token') ?? ''))
      return send(
        response,
        403,
        page({ notice: 'This server has no admin yet. Open the address in its log to create one.' }),
      );
    if (!isPost) return send(response, 200, page({ token }));
    try {
      const admin = await fields.validate(Object.fromEntries(form), { abortEarly: false, stripUnknown: true });
      assertNotWeak(admin.password, admin.email);
      if (!(await makeAdmin(admin)))
        return send(response, 409, page({ token, values: form, notice: `${admin.email} already has an account.` }));
    } catch (error) {
      const notice = refusalOf(error);
      if (!notice) throw error;
      return send(response, 400, page({ token, values: form, notice }));
    }
    response.once('close', () => finish());
    send(response, 200, page({ done: settings.ORIGIN! }));
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: Error) => {
      console.error(error.message);
      response.destroy();
    });
  };
  const certificate = readCertificate(settings);
  const server = certificate ? createHttps(certificate, listener) : createHttp(listener);
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(Number(settings.PORT), settings.HOST, resolve),
  );
  signal.addEventListener('abort', () => fail(new Error('Stopped before the first admin was created')), { once: true });
  const closed = done.finally(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return { address: `${settings.ORIGIN}/setup?token=${token}`, done: closed };
}

/** The message for an error that the user can correct; undefined for others. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof ValidationError) return error.errors.join('. ');
  return error instanceof AppError ? error.message : undefined;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > bodyLimit) request.destroy();
  });
  return new URLSearchParams(await textOf(request));
}

function send(response: ServerResponse, status: number, body: string) {
  response
    .writeHead(status, {
      'content-type': body.startsWith('<') ? 'text/html; charset=utf-8' : 'text/plain',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(body);
}
