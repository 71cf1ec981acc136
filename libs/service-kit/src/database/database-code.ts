import type { ErrorCode } from '@tradepost/contracts/errors';

/** What drivers say, without a code, of a connection that broke or could not be had in time (pg, pg-pool). */
const noConnection =
  /^(Connection terminated|timeout e|Client (was closed|has encountered)|Cannot use a pool|Query read timeout)/;
/** Of the connection, the operator, the resources; and of transactions that block each other (PostgreSQL manual, appendix A). */
const unavailable = /^(08|53|57|40001|40P01|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/;
/** A number or a time that its column cannot hold. */
const outOfRange = new Set(['22003', '22008']);

/** What an error of the database means to a caller. */
export function databaseCode(error: unknown): ErrorCode {
  const thrown = (error as { driverError?: unknown } | undefined)?.driverError ?? error;
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  if (code === '22P02') return 'NOT_FOUND';
  if (outOfRange.has(code)) return 'INVALID';
  return unavailable.test(code) || noConnection.test(message) ? 'UNAVAILABLE' : 'INTERNAL';
}
