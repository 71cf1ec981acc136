import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';

/** Why keys are not used although the server gave some. */
export type Refusal = SealingProblem | 'KEYS_ROLLED_BACK';

const tampered =
  'The encryption keys the server has for you are not the ones you made, so nothing of them is used. Please tell your administrator before you go on.';

const words: Partial<Record<Refusal, string>> = {
  KDF_REFUSED:
    'The server asked for weaker protection of your password than is safe. Your password was not used and nothing was sent. Please tell your administrator.',
  VAULT_LOCKED:
    'This password does not open your encryption keys. If you set a new one by email, use your recovery key.',
  RECOVERY_CODE_MISTYPED:
    'This recovery key is mistyped. Please check each group against your kit: at least one character is wrong or missing.',
  TAMPERED: tampered,
  KEY_UNPROVEN: tampered,
  MALFORMED: tampered,
  UNSUPPORTED: 'Your encryption keys were made by a newer version of this app. Please load the page again.',
  KEYS_ROLLED_BACK:
    'The server gave older encryption keys than this device has seen before, so they are not used. Please tell your administrator before you go on.',
  PINS_ROLLED_BACK:
    'The server gave an older list of your contacts’ keys than this device has seen before, so it is not used. Please tell your administrator before you go on.',
};

export const wordsOf = (refusal: Refusal): string =>
  words[refusal] ?? new SealingError(refusal as SealingProblem).message;

/** What to tell a person of any failure around keys. */
export const explain = (error: unknown): string =>
  error instanceof SealingError
    ? wordsOf(error.problem)
    : error instanceof Error
      ? error.message
      : 'Something went wrong. Please try again.';

/** The vault stays closed: the person did not want to open it, or its keys are not to be trusted. The message is for people. */
export class VaultClosed extends Error {
  override readonly name = 'VaultClosed';

  constructor(message = 'Your encryption keys are locked. Unlock them to go on.') {
    super(message);
  }
}
