import { UnreadableEntry } from '@tradepost/client/ledger/unreadable-entry';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { t } from '../i18n/t';

/** Why the keys of the server are refused. */
export type Refusal = SealingProblem | 'KEYS_ROLLED_BACK' | 'LEDGER_UNREADABLE';

const tampered = t(
  'The encryption keys on the server are not the ones you created, so they are not used. Please contact your administrator before you continue.',
);

const messages: Partial<Record<Refusal, string>> = {
  SIGN_IN_REFUSED: t(
    'The server did not follow the sign-in protocol. Your password was not sent. Please contact your administrator.',
  ),
  VAULT_LOCKED: t('This password does not open your encryption keys. If you reset it by email, use your recovery key.'),
  RECOVERY_CODE_MISTYPED: t(
    'This recovery key is mistyped: at least one character is wrong or missing. Please check each group against your kit.',
  ),
  TAMPERED: tampered,
  KEY_UNPROVEN: tampered,
  MALFORMED: tampered,
  UNSUPPORTED: t('Your encryption keys were created by a newer version of this app. Please reload the page.'),
  KEYS_ROLLED_BACK: t(
    'The server sent older encryption keys than this device has seen before, so they are not used. Please contact your administrator before you continue.',
  ),
  FORMER_KEYS_FULL: t(
    'Your keys already carry 32 earlier ones, which is the most. No more new keys can be created that open earlier files.',
  ),
  BAD_SIGNATURE: tampered,
  LEDGER_FORKED: tampered,
  KEY_UNEXPECTED: t(
    'The key log contains a key in your name that is not yours: someone may be receiving files that are meant for you. Your keys are not used. Please contact your administrator before you continue, and tell your partners.',
  ),
  KEY_NOT_LOGGED: t(
    'The key log does not contain your key, so your keys are not used. Please contact your administrator before you continue.',
  ),
  KEY_LOG_RESTARTED: t(
    'The key log on the server was restarted, which happens when a backup is restored. Please review it before you continue.',
  ),
  KEY_LOG_SPLIT: t(
    'The key log was changed, or differs from what others see, so it is not used. Please contact your administrator before you continue.',
  ),
  LEDGER_UNREADABLE: t(
    'The record of your company’s contacts and deliveries has an entry that cannot be read, so the encryption keys are not used. The owner of the company can remove it.',
  ),
  LEDGER_ROLLED_BACK: t(
    'The server sent a record of your contacts and deliveries that is older than, or different from, the one this device has seen, so it is not used. Please contact your administrator before you continue.',
  ),
};

export const messageFor = (refusal: Refusal): string =>
  messages[refusal] ?? new SealingError(refusal as SealingProblem).message;

export const problemOf = (error: unknown): SealingProblem | null =>
  error instanceof SealingError ? error.problem : null;

/** The message to show for any failure around keys. */
export const errorMessage = (error: unknown): string =>
  error instanceof SealingError
    ? messageFor(error instanceof UnreadableEntry ? 'LEDGER_UNREADABLE' : error.problem)
    : error instanceof Error
      ? error.message
      : t('Something went wrong. Please try again.');

/** The vault stays closed: the person cancelled, or its keys are refused. The message is for people. */
export class VaultClosed extends Error {
  override readonly name = 'VaultClosed';

  constructor(message = t('Your encryption keys are locked. Unlock them to continue.')) {
    super(message);
  }
}
