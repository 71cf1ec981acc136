const messages = {
  MALFORMED: 'The data does not have the expected format.',
  UNSUPPORTED: 'The data uses a format that this version does not support.',
  TOO_LARGE: 'The file is larger than the format allows.',
  WRONG_FILE: 'This is not the requested file or version.',
  WRONG_KEY: 'The key does not open this file, or its header was changed.',
  TAMPERED: 'The data was tampered with: a part was changed, moved or removed.',
  TRUNCATED: 'The end of this file is missing.',
  META_MISMATCH: 'The file does not match its description in the catalogue.',
  SIGN_IN_REFUSED: 'The server’s answer does not follow the sign-in protocol.',
  VAULT_LOCKED: 'This password or key does not open the vault.',
  RECOVERY_CODE_MISTYPED: 'The recovery key was mistyped.',
  SEALING_KEY_MISTYPED: 'The sealing key was mistyped.',
  KEY_UNPROVEN: 'The public keys could not be verified as this user’s.',
  KEY_CHANGED: 'This contact’s keys have changed.',
  CONTACT_UNKNOWN:
    'This contact’s keys are not confirmed. A program cannot accept them: a person must confirm them first.',
  LEDGER_ROLLED_BACK:
    'The ledger of your contacts and grants is older than the one this device has seen, or a different one.',
  LEDGER_FORKED: 'An entry of the ledger does not follow the one before it.',
  TRANSFER_REVOKED: 'You revoked this transfer, so it cannot be extended.',
  REQUEST_UNSIGNED: 'The receiver has not signed this request for these files yet.',
  REQUEST_REFUSED: 'The signed request is not for these parties, or has another id.',
  REQUEST_SET_DIFFERS: 'The receiver has not requested these files, or has requested other versions.',
  REQUEST_TEXT_DIFFERS: 'The intended use or note that the receiver has signed differs from the one shown.',
  FOLDER_DIFFERS: 'The server answered with another folder than the new one. Nothing was put into it.',
  FOLDER_UNKNOWN:
    'A requested file does not state its folder, because it was uploaded by an earlier version. A person can accept the request, or upload the file again.',
  FOLDER_NOT_DELIVERED:
    'According to your ledger, a requested file is in a folder that is not delivered to this receiver. A person can accept the request, or deliver the folder again.',
  GRANT_REFUSED: 'This grant is not for this file, these parties and this request.',
  GRANT_EXPIRED: 'This grant has expired.',
  GRANT_KEY_STALE: 'This grant was made for a key that is no longer current.',
  GRANT_SET_DIFFERS: 'The grants do not match the files of the request.',
  COMPANY_KEY_REFUSED:
    'The owner of the company has not given you this key, or has given it for another company, another person or other keys.',
  KEY_HANDOVER_REFUSED:
    'This number is not the one of the device that asks for the key, or what the server has sent was exchanged.',
  FORMER_KEYS_FULL:
    'Your keys already carry 32 earlier ones, which is the most. No more new keys can be created that open earlier files.',
  HANDOVER_REFUSED:
    'The record of the company does not name you as its next owner, so nothing was sent. Ask the owner to hand the company over again.',
  RECOVERY_REFUSED:
    'This recovery is not for this company, these people or the present keys, or its shares were exchanged for others.',
  RECOVERY_INCOMPLETE: 'Too few members have given their share of the recovery secret.',
  KEY_NOT_LOGGED: 'This key is not the newest key of its address in the key log.',
  KEY_UNEXPECTED: 'The key log contains a key in your name that is not yours.',
  KEY_LOG_INVALID: 'The key log does not match its checkpoint.',
  KEY_LOG_SPLIT: 'The key log was changed, or differs from what others see.',
  KEY_LOG_RESTARTED:
    'The key log was restarted, which happens when a backup is restored. Accept it before you continue.',
  BAD_SIGNATURE: 'The signature is not from the expected signer.',
} as const;

/** Stable code of a failure, for programs. */
export type SealingProblem = keyof typeof messages;

/** The only error of this library. Each problem has one fixed message and no cause, so that no secret can leak into logs. */
export class SealingError extends Error {
  override readonly name = 'SealingError';

  constructor(readonly problem: SealingProblem) {
    super(messages[problem]);
  }
}
