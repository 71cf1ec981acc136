import { command, event, internal } from '../define';
import { binary, vaultWrap } from '../encryption/sealed';
import { count, currentPassword, id, object, singleLine, string, totpCode, type Message } from '../values/fields';

/*
 * Passkeys (WebAuthn). Binary values are base64url without padding. A client sends only the fields below of what its authenticator
 * answers, never the results of extensions: the output of the PRF extension opens the owner's vault.
 */

/** A passkey of the caller's account. */
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** It also opens the current vault. */
  opensVault: boolean;
}

/** What `navigator.credentials.get` needs. User verification is required; the authenticator finds the passkey itself. */
export interface PasskeyRequest {
  challenge: string;
  rpId: string;
  /** Milliseconds. */
  timeout: number;
}

/** What `navigator.credentials.create` needs, for a discoverable credential with user verification. */
export interface PasskeyCreation extends PasskeyRequest {
  /** The user handle, and the names that the authenticator shows. */
  user: { id: string; name: string; displayName: string };
  /** COSE identifiers of the accepted algorithms, the preferred one first. */
  algorithms: number[];
  /** Credential ids of the account's passkeys, so that an authenticator holds only one. */
  exclude: string[];
}

const credentialId = () => binary(1, 1023);
const clientDataJson = () => binary(2, 4096);

/** An assertion: an authenticator's answer to `PasskeyRequest`. */
export const passkeyAssertion = object({
  id: credentialId().required(),
  clientDataJSON: clientDataJson().required(),
  authenticatorData: binary(37, 4096).required(),
  signature: binary(1, 2048).required(),
  userHandle: binary(1, 64).required(),
});

/** An authenticator's answer to `PasskeyCreation`. */
export const passkeyAttestation = object({
  id: credentialId().required(),
  clientDataJSON: clientDataJson().required(),
  attestationObject: binary(37, 16_384).required(),
});

const passkeyName = () => singleLine(60).required('Please enter a name for the passkey');

export const passkeyNameForm = object({ name: passkeyName() });

/** Passkeys of an account. `identity.passkeyLogin` signs in with one. */
export const passkeyCommands = {
  /**
   * Starts a sign-in, or the second step of one. The answer tells nothing about accounts. Every challenge works once, for five minutes
   * and for its purpose only. @throws TOO_MANY
   */
  startPasskeySignIn: command<PasskeyRequest>()(
    'identity.start-passkey-sign-in',
    object({
      purpose: string()
        .oneOf(['sign-in', 'second-step'] as const)
        .default('sign-in'),
    }),
  ),
  /** Starts the step-up by which the caller accepts this request. @throws TOO_MANY */
  startPasskeyStepUp: command<PasskeyRequest>()(
    'identity.start-passkey-step-up',
    object({ requestId: id().required() }),
  ),
  /** Whether it is a passkey of the caller, used in this session for this request. Its challenge is used up. */
  acceptPasskey: internal<{ accepted: boolean }>()(
    'identity.accept-passkey',
    object({ requestId: id().required(), passkey: passkeyAssertion.required() }),
  ),
  /** The caller's passkeys, newest first. */
  passkeys: command<PasskeyView[]>()('identity.passkeys', object({})),
  /**
   * Starts adding a passkey in this session. Needs the password, and with two-step sign-in also a `code`.
   * @throws PASSWORD_WRONG, TOTP_INVALID, PASSKEYS_FULL, TOO_MANY
   */
  startPasskey: command<PasskeyCreation>()(
    'identity.start-passkey',
    object({ password: currentPassword(), code: totpCode() }),
  ),
  /**
   * Adds the passkey; its owner is informed by mail. `wrap`: the vault key of this `epoch` under the output of the passkey's PRF
   * extension, if the passkey also opens the vault. @throws PASSKEY_INVALID, PASSKEYS_FULL, KEYS_STALE
   */
  addPasskey: command<{ passkey: PasskeyView }>()(
    'identity.add-passkey',
    object({
      name: passkeyName(),
      passkey: passkeyAttestation.required(),
      epoch: count(),
      wrap: vaultWrap(),
    }).test({
      name: 'wrap-of-epoch',
      test: ({ epoch, wrap }, context) =>
        (epoch === undefined) === (wrap === undefined) ||
        context.createError({ path: 'wrap', message: 'epoch and wrap must be sent together' }),
    }),
  ),
  /**
   * The passkey no longer signs in and no longer opens the vault. Other sessions that it opened end. Its owner is informed by mail.
   * @throws NOT_FOUND
   */
  removePasskey: command<Message>()('identity.remove-passkey', object({ id: id().required() })),
};

interface PasskeyRef {
  userId: string;
  email: string;
  name: string;
}

export const passkeyEvents = {
  passkeyAdded: event<PasskeyRef & { opensVault: boolean }>('evt.identity.passkey-added', { to: ['audit'] }),
  passkeyRemoved: event<PasskeyRef>('evt.identity.passkey-removed', { to: ['audit'] }),
  /** Its counter went back: a copy of the authenticator may exist. The sign-in was refused. */
  passkeyCopied: event<PasskeyRef>('evt.identity.passkey-copied', { to: ['audit'] }),
};
