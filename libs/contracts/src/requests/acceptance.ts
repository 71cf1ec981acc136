import { command } from '../define';
import {
  grantSet,
  type OwnSealedFile,
  type PublicBundle,
  type SignedRequest,
  type TransferGrants,
} from '../encryption/sealed';
import { passkeyAssertion } from '../identity/passkeys';
import { array, email, id, number, object, text, type Message } from '../values/fields';
import { maxRequestedFiles, type RequestView } from './request';
import { expiry } from './transfer';

/** Wrong tries after which a mailed step-up code no longer works. */
export const stepUpTries = 5;
/** Digits of such a code, as `PepperedCodes` creates it. */
export const stepUpDigits = 5;

/** What a sender's client needs to create grants for a receiver. */
export interface SealingTargets {
  requestId: string;
  senderId: string;
  receiver: { userId: string; email: string; bundle: PublicBundle | null };
  /** The sealed files of the request or transfer, in the versions that will be granted. */
  files: OwnSealedFile[];
  /** The present grants of a transfer, which prove to its sender what was granted. Null for a request. */
  granted: TransferGrants | null;
  /** The pending request as its receiver signed it; null until then. A transfer has it in `granted`. */
  signed: SignedRequest | null;
}

export const acceptanceCommands = {
  /** Mails a step-up code to the signed-in sender. @throws NOT_FOUND, OWNER_KEYS_REQUIRED, REQUEST_NOT_PENDING, APPROVAL_MISSING */
  createCode: command<Message>()('requests.create-code', object({ requestId: id().required(), email: email() })),
  /** @throws CODE_INVALID, NOT_FOUND */
  verifyCode: command<{ verified: true }>()(
    'requests.verify-code',
    object({ id: id().required(), code: text(12).required('Please enter a verification code.') }),
  ),
  /** In place of the mailed code, with a challenge for this request. @throws PASSKEY_INVALID, NOT_FOUND, REQUEST_NOT_PENDING */
  verifyPasskey: command<{ verified: true }>()(
    'requests.verify-passkey',
    object({ id: id().required(), passkey: passkeyAssertion.required() }),
  ),
  /** The sealed files and the receiver's keys of a pending request (`id`) or of a transfer to extend (`transferId`). @throws NOT_FOUND, OWNER_KEYS_REQUIRED, REQUEST_NOT_PENDING, TRANSFER_REVOKED */
  sealingTargets: command<SealingTargets>()(
    'requests.to-seal',
    object({ id: id(), transferId: id() }).test(
      'one',
      'Either id or transferId is required',
      ({ id, transferId }) => !id !== !transferId,
    ),
  ),
  /** The current and previous public keys of bundle manifests: SPKI in base64url, the current one first. */
  manifestKey: command<{ keys: string[] }>()('requests.manifest-key', object({})),
  /**
   * Accepts a request. Sealed files need `grants` and `sig`, created for exactly this expiry.
   * @throws NOT_FOUND, OWNER_KEYS_REQUIRED, NOT_VERIFIED, APPROVAL_MISSING, EXPIRY_NOT_FUTURE, REQUEST_NOT_PENDING, FILES_GONE, KYC_NOT_APPROVED, KYC_NOT_GOOD, E2E_GRANTS_REQUIRED, RECEIVER_KEY_MISSING, REQUEST_UNSIGNED, GRANTS_INVALID, ARCHIVES_FULL, TOO_MANY, or VERSION_CONFLICT when a sealed file was replaced at the same time
   */
  confirm: command<{ request: RequestView; transfer: { id: string; url: string; expiry: string } }>()(
    'requests.confirm',
    object({
      requestId: id().required(),
      expiry: expiry(),
      ...grantSet(maxRequestedFiles),
      /** A part of the requested files; all when absent. */
      fileIds: array(id().required()).min(1, 'Please select at least one file').max(maxRequestedFiles),
      maxDownloads: number()
        .typeError('Enter a whole number of 1 or more')
        .integer('Enter a whole number of 1 or more')
        .min(1, 'Enter a whole number of 1 or more')
        .max(1_000_000),
    }),
  ),
};
