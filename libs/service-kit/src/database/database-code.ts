import type { ErrorCode } from '@tradepost/contracts/errors';

/** Messages of pg and pg-pool for a lost connection or a connection timeout; these errors have no code. */
const noConnection =
  /^(Connection terminated|timeout e|Client (was closed|has encountered)|Cannot use a pool|Query read timeout)/;
/** Classes: connection, resources, operator intervention, transaction conflicts (PostgreSQL manual, appendix A). */
const unavailable =
  /^(08|53|57|40001|40P01|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** A number or a time that its column cannot hold. */
const outOfRange = new Set(['22003', '22008']);

/** The error that the caller gets for a database error. */
export function databaseCode(error: unknown): ErrorCode {
  const thrown = (error as { driverError?: unknown } | undefined)?.driverError ?? error;
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  if (code === '22P02') return 'NOT_FOUND';
  if (outOfRange.has(code)) return 'INVALID';
  return unavailable.test(code) || noConnection.test(message) ? 'UNAVAILABLE' : 'INTERNAL';
}
