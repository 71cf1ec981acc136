import { AppError, errorCodes, type ErrorCode } from '@tradepost/contracts/errors';
import type { Route } from '@tradepost/contracts/routes';
import { isStored, type Response } from './answers';

/** All errors of a route: those that follow from its options, and those that its command throws. */
export function errorsOf(route: Route, throws: ErrorCode[], takesInput: boolean): ErrorCode[] {
  const { allow, kyc, self, body = 'json', answer, method, path, idempotent } = route;
  // a body is also read, and may be refused, where none is expected
  const sends = method !== 'GET' && method !== 'HEAD';
  const codes: (ErrorCode | false | undefined)[] = [
    (takesInput || body === 'multipart') && 'INVALID',
    (sends || path.includes(':')) && 'MALFORMED',
    sends && 'TOO_LARGE',
    sends && 'UNSUPPORTED_MEDIA',
    ...(allow === 'public' ? [] : authErrors),
    allow === 'sender' && 'COMPANY_MISSING',
    kyc && 'KYC_PENDING',
    self && 'NOT_YOURS',
    path.includes(':') && 'NOT_FOUND',
    idempotent && 'IN_PROGRESS',
    answer === 'bytes' && 'LINK_EXPIRED',
    isStored(route) && 'RANGE',
    path.endsWith('/preview') && 'FILE_TYPE',
    'TOO_MANY',
    'INTERNAL',
    'UNAVAILABLE',
    ...(body === 'json' ? [] : uploading),
    ...(body === 'tus' ? broken : []),
    ...throws,
  ];
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))];
}

/** Errors of authentication, for every route that is not public. */
const authErrors: ErrorCode[] = [
  'UNAUTHENTICATED',
  'NOT_ALLOWED',
  'KEY_SCOPE',
  'KEY_EXPIRED',
  'KEY_REVOKED',
  'KEY_ADDRESS',
  'SUSPENDED',
];
const uploading: ErrorCode[] = ['FILE_TOO_LARGE', 'FILE_TYPE', 'QUOTA_EXCEEDED', 'UPLOAD_GONE'];
const broken: ErrorCode[] = ['NOT_FOUND', 'OFFSET_CONFLICT'];

const prefix = '#/components/responses/';

/** References to shared error responses, by status. */
export const problems = (codes: ErrorCode[]): Record<string, Response> =>
  byStatus(codes, (ofStatus) => ({ $ref: prefix + ofStatus.join('-') }));

/** The error responses of a route for identity providers, by status. */
export const scimErrors = (codes: ErrorCode[]): Record<string, Response> =>
  byStatus(codes, (ofStatus) => ({
    description: descriptionOf(ofStatus),
    content: { 'application/scim+json': { schema: { $ref: '#/components/schemas/ScimError' } } },
  }));

function byStatus(codes: ErrorCode[], response: (ofStatus: ErrorCode[]) => Response): Record<string, Response> {
  const statuses = new Set(codes.map((code) => new AppError(code).status));
  const isOf = (status: number) => (code: ErrorCode) => codes.includes(code) && new AppError(code).status === status;
  return Object.fromEntries([...statuses].map((status) => [status, response(errorCodes.filter(isOf(status)))]));
}

/** The responses that `problems` refers to. */
export function sharedProblems(responses: Response[]): Record<string, Response> {
  const names = new Set(responses.flatMap(({ $ref }) => ($ref ? [$ref.slice(prefix.length)] : [])));
  return Object.fromEntries([...names].sort().map((name) => [name, problem(name.split('-') as ErrorCode[])]));
}

const problem = (codes: ErrorCode[]): Response => ({
  description: descriptionOf(codes),
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

const descriptionOf = (codes: ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${new AppError(code).message}`).join('\n\n');
