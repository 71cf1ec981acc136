const sentences = {
  MALFORMED: 'This is not in the form it should be in.',
  UNSUPPORTED: 'This was sealed in a way this program does not know.',
  TOO_LARGE: 'This is larger than the format allows.',
  WRONG_FILE: 'This is not the file, or not the version, that was asked for.',
  WRONG_KEY: 'The key does not open this file, or its beginning was changed.',
  TAMPERED: 'A part of this was changed, moved, or left out.',
  TRUNCATED: 'The end of this file is missing.',
  META_MISMATCH: 'The file is not what the catalogue says it is.',
  KDF_REFUSED: 'The server asked for password protection outside the agreed bounds.',
  VAULT_LOCKED: 'This password or key does not open the vault.',
  RECOVERY_CODE_MISTYPED: 'The recovery key was mistyped.',
  SEALING_KEY_MISTYPED: 'The sealing key was mistyped.',
  KEY_UNPROVEN: 'The public keys are not proven to be this user’s.',
  KEY_CHANGED: 'This contact’s keys have changed.',
  PINS_ROLLED_BACK: 'The list of known contacts is older than one seen before.',
  GRANT_REFUSED: 'This grant is not for this file, these parties and this request.',
  GRANT_EXPIRED: 'This grant has expired.',
  GRANT_KEY_STALE: 'This grant was made for a key that is no longer current.',
  GRANT_SET_DIFFERS: 'The grants are not for exactly the files of the request.',
  BAD_SIGNATURE: 'The signature is not by the one who should have signed.',
} as const;

/** What went wrong; stable, for programs. */
export type SealingProblem = keyof typeof sentences;

/** Every refusal of this library. The message is one fixed sentence a problem, so it can hold no secret; there is no cause. */
export class SealingError extends Error {
  override readonly name = 'SealingError';

  constructor(readonly problem: SealingProblem) {
    super(sentences[problem]);
  }
}
