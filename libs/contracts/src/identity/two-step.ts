import { command, event } from '../define';
import { object, totpCode, totpCodeMissing, type Message } from '../values/fields';
import { passkeyAssertion } from './passkeys';
import { current } from './password';
import { binding, type SignedIn } from './session';

/** Security settings of the account. */
export interface Security {
  /** Two-step sign-in is on: signing in requires a code from an authenticator app. */
  totp: boolean;
  recoveryCodesLeft: number;
}

/** Answers a challenge of the second step, as at sign-in. */
const passkey = passkeyAssertion.optional().default(undefined);

export const twoStepCommands = {
  /** Creates a secret; it takes effect when a code is confirmed. `uri`: content of the QR code for authenticator apps. A token of scope `enrolment` needs no password. While two-step sign-in is on, also needs a `code`, or a `passkey` in its place. @throws PASSWORD_WRONG, TOTP_INVALID, PASSKEY_INVALID */
  beginTotp: command<{ secret: string; uri: string }>()(
    'identity.begin-totp',
    object({ password: current.optional(), code: totpCode(), passkey }),
  ),
  /** Turns two-step sign-in on. The answer contains the recovery codes only this once. For a token of scope `enrolment` it also contains a session token. @throws TOTP_INVALID, TOTP_OFF, SUSPENDED */
  confirmTotp: command<Message & { recoveryCodes: string[] } & Partial<SignedIn>>()(
    'identity.confirm-totp',
    object({ code: totpCode().required(totpCodeMissing), binding }),
  ),
  /** Turns two-step sign-in off. Not for admins. @throws PASSWORD_WRONG, TOTP_INVALID, TOTP_OFF */
  endTotp: command<Message>()(
    'identity.end-totp',
    object({ password: current, code: totpCode().required(totpCodeMissing) }),
  ),
  /** Needs a `code`, or a `passkey` in its place. @throws PASSWORD_WRONG, TOTP_INVALID, PASSKEY_INVALID, TOTP_OFF */
  renewRecoveryCodes: command<Message & { recoveryCodes: string[] }>()(
    'identity.renew-recovery-codes',
    object({ password: current, code: totpCode(), passkey }),
  ),
};

interface OfAccount {
  userId: string;
  email: string;
}

export const twoStepEvents = {
  /** `replaced`: it was on before, with another authenticator app. */
  totpChanged: event<OfAccount & { on: boolean; replaced?: boolean }>('evt.identity.totp-changed', { to: ['audit'] }),
  recoveryCodesRenewed: event<OfAccount>('evt.identity.recovery-codes-renewed', { to: ['audit'] }),
};
