import '@fastify/static';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError, type ErrorCode, type Problem } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/observability/logging';
import { objectStoreFull } from '@tradepost/service-kit/observability/metrics';
import { KeyUnavailable } from '@tradepost/service-kit/security/at-rest/key-provider';
import { ObjectStoreFull, ObjectStoreUnavailable } from '@tradepost/service-kit/objects/object-store';
import { ScannerUnavailable } from '@tradepost/service-kit/security/scanner/scanner';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bearer } from '../auth/jwt.strategy';
import { isScim, scimContentType, scimErrorOf } from '../scim/scim-answers';
import { isOwn } from './security-headers';

const byStatus: Record<number, ErrorCode> = {
  400: 'MALFORMED',
  401: 'UNAUTHENTICATED',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  414: 'MALFORMED',
  415: 'UNSUPPORTED_MEDIA',
  431: 'MALFORMED',
};

/** Maps everything that code can throw to an error of the contract. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ObjectStoreFull)
    return new AppError('QUOTA_EXCEEDED', { message: 'The storage is full', cause: error });
  if (error instanceof ObjectStoreUnavailable || error instanceof KeyUnavailable)
    return new AppError('UNAVAILABLE', { cause: error });
  if (error instanceof ScannerUnavailable)
    return new AppError('UNAVAILABLE', {
      message: 'The file could not be scanned for malware and was not stored. Please try again in a while.',
      retryAfter: 30,
      cause: error,
    });
  const status =
    error instanceof HttpException ? error.getStatus() : ((error as { statusCode?: number }).statusCode ?? 500);
  return new AppError(byStatus[status] ?? 'INTERNAL', { cause: error });
}

export function problemOf({ code, status, message, errors }: AppError, requestId: string): Problem {
  return {
    type: `urn:tradepost:error:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    message,
    requestId,
    ...(errors && { errors }),
  };
}

/** Error answers must not be cached. */
const problemHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
  'cache-control': 'no-store',
};

/** Answers an error as RFC 9457, and to identity providers as RFC 7644. */
export function answerError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  void reply.status(error.status).headers(problemHeaders);
  if (!isScim(request)) return reply.send(JSON.stringify(problemOf(error, request.id)));
  return reply.header('content-type', scimContentType).send(JSON.stringify(scimErrorOf(error)));
}

/** Failed guesses of a secret that do not answer 401. */
const failedGuesses = new Set<ErrorCode>(['OTP_INVALID', 'CODE_INVALID', 'TOTP_INVALID', 'PASSWORD_WRONG']);
const isRefusal = ({ code, status }: AppError) =>
  status === 401 || status === 403 || status === 429 || failedGuesses.has(code);

/** Input that breaks the rules: unusual in great numbers. */
const brokenRules = new Set<ErrorCode>(['INVALID', 'MALFORMED', 'TOO_LARGE', 'FILE_TYPE', 'UNSUPPORTED_MEDIA']);

/** Answers every error. A browser that requests an unknown page gets the web app. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly servesWeb: boolean) {}

  catch(thrown: unknown, host: ArgumentsHost) {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.raw.headersSent) return reply.raw.destroy();
    const error = appErrorOf(thrown);
    if (thrown instanceof ObjectStoreFull) objectStoreFull.inc();
    if (error.status === 404 && this.servesWeb && wantsPage(request))
      return reply.status(200).header('cache-control', 'no-cache').sendFile('index.html');
    if (error.code === 'INTERNAL') log.error({ err: error.cause ?? error, requestId: request.id }, 'a request failed');
    const call = {
      code: error.code,
      method: request.method,
      route: request.routeOptions.url,
      ...callerOf(request),
      requestId: request.id,
    };
    if (isRefusal(error)) log.warn(call, 'rejected a request');
    else if (brokenRules.has(error.code)) log.info(call, 'rejected the input of a request');
    if (error.retryAfter !== undefined) void reply.header('retry-after', Math.ceil(error.retryAfter));
    return answerError(request, reply, error);
  }
}

/** A call can be refused before its session is resolved to a user. */
const callerOf = ({ actor, user }: FastifyRequest & { actor?: Actor; user?: Bearer }) => ({
  userId: actor?.kind === 'user' ? actor.userId : undefined,
  sessionId: user?.sid,
});
const wantsPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !isOwn(request) &&
  !/^\/assets(\/|\?|$)/.test(request.url) &&
  (request.headers.accept ?? '').includes('text/html');
