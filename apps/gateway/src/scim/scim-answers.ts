import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { apiBase, scimBase } from '@tradepost/contracts/routes';
import type { ScimError } from '@tradepost/contracts/identity';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../http/security-headers';

/** RFC 7644, 8.1. */
export const scimMediaType = 'application/scim+json';
export const scimContentType = `${scimMediaType}; charset=utf-8`;

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The kinds of errors that RFC 7644, 3.12 names. */
const scimTypes: Partial<Record<ErrorCode, string>> = {
  INVALID: 'invalidValue',
  MALFORMED: 'invalidSyntax',
  SCIM_FILTER: 'invalidFilter',
  SCIM_PATH: 'invalidPath',
  SCIM_TOO_MANY: 'tooMany',
  SCIM_EXISTS: 'uniqueness',
  SCIM_FIXED: 'mutability',
  SCIM_OWNER: 'mutability',
  SCIM_REMOVED: 'mutability',
};

/** Whether an identity provider calls, which reads errors of SCIM only. */
export const isScim = (request: FastifyRequest): boolean => pathOf(request).startsWith(`${apiBase}${scimBase}/`);

/** The body of an error (RFC 7644, 3.12). */
export function scimErrorOf({ code, status, message }: AppError): ScimError {
  const scimType = scimTypes[code];
  return { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail: message };
}
