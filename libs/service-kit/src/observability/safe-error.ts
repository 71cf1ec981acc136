import { types } from 'node:util';

export interface SafeError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: SafeError;
}

const deepest = 4;
/** JSON and PostgreSQL quote what they were given: `"ann@…" is not valid JSON`, `invalid input syntax for type uuid: "…"`. */
const quoted = /"[^]*"|'[^]*'/g;
const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

export const withoutAddresses = (text: string): string => text.replace(address, '[address]');

/**
 * An error that is safe to log: what went wrong and where. Its other properties may contain user input (the parameters
 * of a query, the recipients of a mail), and so may the text that PostgreSQL and JSON quote.
 */
export function safeError(error: unknown, depth = 1): SafeError {
  if (!isError(error)) return { type: typeof error, message: withoutAddresses(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const quotes = error.name === 'SyntaxError' || (typeof code === 'string' && /^22/.test(code));
  return {
    type: error.name,
    message: withoutAddresses(quotes ? error.message.replace(quoted, '[…]') : error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    stack: withoutAddresses(framesOf(error.stack ?? '')),
    ...(cause !== undefined && depth < deepest && { cause: safeError(cause, depth + 1) }),
  };
}

/** Also for errors of another realm, such as a VM context. */
const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error;

/** The stack without the message at its start, which is logged separately. */
const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
