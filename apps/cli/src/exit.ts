import { ApiError } from '@tradepost/client/api/api-error';
import { SealingError } from '@tradepost/sealing/errors';
import { CommanderError } from 'commander';
import { plain } from './output';

/** Exit codes; scripts rely on them. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  signedOut: 3,
  network: 4,
  cryptography: 5,
  local: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
/** Of errors that also prevent every further file. */
export const fatalCodes: readonly ExitCode[] = [exitCodes.network, exitCodes.signedOut, exitCodes.interrupted];

/** The command line is wrong. */
export class UsageError extends Error {}

/** Not signed in, or signed in at another server. */
export class SignedOut extends Error {
  constructor(message = 'You are not signed in. Run: tradepost login') {
    super(message);
  }
}

/** A problem with a local file or folder. */
export class LocalError extends Error {}

/** Verified data was tampered with. */
export class TamperedData extends Error {}

/** The user interrupted the command. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted. Run the same command again to resume.');
  }
}

/** Some files of several failed; each failure was already printed. */
export class SomeFailed extends Error {
  constructor(
    message: string,
    readonly code: ExitCode,
  ) {
    super(message);
  }
}

const isErrno = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
const unavailableStatuses = [502, 503, 504];

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof SomeFailed) return error.code;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof UsageError || error instanceof CommanderError) return exitCodes.usage;
  if (error instanceof SignedOut) return exitCodes.signedOut;
  if (error instanceof SealingError || error instanceof TamperedData) return exitCodes.cryptography;
  if (error instanceof LocalError || isErrno(error)) return exitCodes.local;
  if (!(error instanceof ApiError)) return exitCodes.refused;
  if (error.status === 0 || unavailableStatuses.includes(error.status)) return exitCodes.network;
  return error.status === 401 && !credentialCodes.includes(error.code) ? exitCodes.signedOut : exitCodes.refused;
}

/** A 401 with these codes means wrong credentials, not a missing session. */
const credentialCodes: readonly string[] = ['BAD_CREDENTIALS', 'TOTP_REQUIRED'];

const errnoMessages: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'the file is larger than this system allows',
  EROFS: 'the disk is read-only',
};

/** The error message as one line, for a terminal: servers and partners write parts of it. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.errors
      .filter(({ message }) => message !== error.message)
      .map(({ field, message }) => `${field}: ${message}`);
    const about = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(', ');
    return oneLine([error.message, ...fields].join('; ') + ` (${about})`);
  }
  if (error instanceof SealingError) return oneLine(`${error.message} (${error.problem})`);
  if (isErrno(error))
    return oneLine(
      `${error.path ? `${error.path}: ` : ''}${errnoMessages[error.code ?? ''] ?? error.message}${error.code ? ` (${error.code})` : ''}`,
    );
  // how an answer of another type ends where it is used; a fault of this program looks the same
  if (error instanceof TypeError || error instanceof RangeError)
    return oneLine(`The answer of the server was not understood. Is it of another release? (${error.message})`);
  return oneLine(error instanceof Error ? error.message : String(error));
}

const oneLine = (text: string) => plain(text.replace(/\s*\n\s*/g, ' ').trim());
