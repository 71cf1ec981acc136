import { command, event } from '../define';
import { parseRecord } from '../encryption/formats';
import { binary, personKeyWrap, vaultWrap, type FormerSalts } from '../encryption/sealed';
import { count, currentPassword, email, object, text, type Message } from '../values/fields';

export const passwordMinimum = 8;
export const specialCharacters = '!@#$%^&*(),.?":{}|<>';

export const newPassword = text(1024)
  .required('Password is required')
  .min(passwordMinimum, 'Password must be at least 8 characters')
  .test(
    'special',
    'Password must contain at least one special character',
    (v) => !!v && (parseRecord(v) !== null || [...v].some((c) => specialCharacters.includes(c))),
  );

/** The form of `identity.resetPassword`. The browser does not send the confirmation. */
export const newPasswordForm = object({
  password: newPassword,
  confirmPassword: text(1024)
    .required('Please confirm your password')
    .test('same', 'The passwords do not match', (value, { parent }) => value === parent.password),
});

export const current = currentPassword();

/** `opaque.<record>`, which replaces a new password. */
export const newRecord = text(300).test(
  'record',
  'record must be a record of a password',
  (v) => !!v && parseRecord(v) !== null,
);

/** What the password opens, under the new one. */
const rewraps = { epoch: count(), wrap: vaultWrap(), personWrap: personKeyWrap() };

export const addressOfAccount = email('Invalid email format').required('Email is required');

/**
 * Passwords that the server never sees (OPAQUE, RFC 9807; ristretto255, SHA-512, Argon2id). Messages are base64url. In place of
 * a password, every command takes `opaque.<state>.<finish>`, the proof that the caller knows it; in place of a new password,
 * `opaque.<record>`. No answer reveals whether the address has an account.
 */
export const passwordExchange = {
  /**
   * Starts the proof of a password. `response` goes to the client's part of the protocol; with its last message, `state` makes one
   * proof, which works once and for five minutes. It counts as a failed sign-in until the proof is accepted.
   * An account of an earlier version does not open by its password but once by `former`, the salts of what was stored about it:
   * then send `state` of the first answer with another `request`. @throws TOO_MANY, INVALID
   */
  startProof: command<{ response: string; state: string; former: FormerSalts }>()(
    'identity.start-proof',
    object({ email: addressOfAccount, request: binary(96).required(), state: binary(150, 600) }),
  ),
  /** Accepts a proof that no other call needs, so that it no longer counts as a failed sign-in. @throws PASSWORD_WRONG, TOO_MANY */
  acceptProof: command<Message>()('identity.accept-proof', object({ password: current })),
  /** Starts the record of a new password for this address. It counts as a failed sign-in, because its answer tests one guess. @throws TOO_MANY, INVALID */
  startRecord: command<{ response: string }>()(
    'identity.start-record',
    object({ email: addressOfAccount, request: binary(32).required() }),
  ),
  /**
   * Stores the record of the unchanged password of an account of an earlier version, and the vault key under it.
   * @throws PASSWORD_WRONG, PASSWORD_MOVED, KEYS_STALE, KEYS_HELD
   */
  movePassword: command<Message>()(
    'identity.move-password',
    object({ password: current, record: newRecord.required(), ...rewraps }),
  ),
};

export const passwordCommands = {
  /** Ends all other sessions. `wrap` is the vault key under the new password, `personWrap` the person's key; each is required if the account has it. @throws PASSWORD_WRONG, PASSWORD_BREACHED, PASSWORD_GUESSABLE, KEYS_STALE, or KEYS_HELD when it is missing */
  changePassword: command<Message>()(
    'identity.change-password',
    object({ current, password: newPassword, ...rewraps }),
  ),
};

export const passwordEvents = {
  passwordChanged: event<{ userId: string; email: string }>('evt.identity.password-changed', { to: ['audit'] }),
  /** The same password, stored as an OPAQUE record. */
  passwordMoved: event<{ userId: string; email: string }>('evt.identity.password-moved', { to: ['audit'] }),
};
