import { ApiError } from '@tradepost/client/api-error';
import { SealingError } from '@tradepost/sealing/errors';
import { CommanderError } from 'commander';

/** What the process ends with; scripts rely on these. */
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

/** The command line is not as it must be. */
export class UsageError extends Error {}

/** Nobody is signed in, or not here. */
export class SignedOut extends Error {
  constructor(message = 'You are not signed in. Run: tradepost login') {
    super(message);
  }
}

/** A file or folder of this machine is not as it must be. */
export class LocalError extends Error {}

/** What was to be checked is not as it was written. */
export class NotGenuine extends Error {}

/** The person said stop. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted. Run the same command again to go on from here.');
  }
}

/** Several pieces of work, of which some failed: each was told already. */
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
const cannotNow = [502, 503, 504];

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof SomeFailed) return error.code;
  if (error instanceof Interrupted) return exitCodes.interrupted;
  if (error instanceof UsageError || error instanceof CommanderError) return exitCodes.usage;
  if (error instanceof SignedOut) return exitCodes.signedOut;
  if (error instanceof SealingError || error instanceof NotGenuine) return exitCodes.cryptography;
  if (error instanceof LocalError || isErrno(error)) return exitCodes.local;
  if (!(error instanceof ApiError)) return exitCodes.refused;
  if (error.status === 0 || cannotNow.includes(error.status)) return exitCodes.network;
  return error.status === 401 && !signingIn.includes(error.code) ? exitCodes.signedOut : exitCodes.refused;
}

/** What 401 means while signing in: these credentials were refused. */
const signingIn: readonly string[] = ['BAD_CREDENTIALS', 'TOTP_REQUIRED'];

const errnoWords: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this system allows',
  EROFS: 'the disk is read-only',
};

/** One line for a person. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const fields = error.errors
      .filter(({ message }) => message !== error.message)
      .map(({ field, message }) => `${field}: ${message}`);
    const about = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(', ');
    return oneLine([error.message, ...fields].join('; ') + ` (${about})`);
  }
  if (error instanceof SealingError) return `${error.message} (${error.problem})`;
  if (isErrno(error))
    return oneLine(
      `${error.path ? `${error.path}: ` : ''}${errnoWords[error.code ?? ''] ?? error.message}${error.code ? ` (${error.code})` : ''}`,
    );
  return oneLine(error instanceof Error ? error.message : String(error));
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim();
