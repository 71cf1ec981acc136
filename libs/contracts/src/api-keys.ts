import { keyScopes, type KeyScope, type UserActor, type UserType } from './actor';
import { command, event, internal } from './define';
import { array, count, id, line, number, object, string, text, words } from './fields';
import { vaultWrap, type ProgramKeys } from './sealed';

/** A program's key of a company, without its secret, which nobody is told again. */
export interface ApiKeyView {
  id: string;
  name: string;
  /** The beginning of the key, up to its secret: what a leaked one is found by. */
  prefix: string;
  scopes: KeyScope[];
  /** Addresses and ranges it may be used from; empty: from anywhere. */
  addresses: string[];
  /** The sentence by which the owner lets it accept without a code; null: it needs one. */
  allowance: string | null;
  /** Whether it was made with a sealing key, and that still opens the vault: it does not after its owner had to make new keys. */
  sealing: 'none' | 'live' | 'outdated';
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** To the minute; null before the first call. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
}

/** Whether a bearer is meant to be a key; tokens of people begin otherwise. */
export const looksLikeApiKey = (bearer: string) => bearer.startsWith('tp_');

/** What an owner types, to the letter, to let a key accept requests without the mailed code. */
export const acceptAllowance = 'This key may accept requests without a code';

export const longestKeyDays = 365;
/** That live at once, a company. */
export const mostLiveKeys = 20;

const addressShape = /^[0-9A-Fa-f.:]{2,45}(\/\d{1,3})?$/;

const newApiKey = object({
  name: line(100).required('Please give the key a name'),
  scopes: array(string().oneOf(keyScopes).required())
    .required('Choose what the key may do')
    .min(1, 'Choose what the key may do')
    .max(keyScopes.length),
  expiresInDays: number()
    .integer()
    .required('Choose when the key ends')
    .min(1, 'At least one day')
    .max(longestKeyDays, 'At most a year'),
  addresses: array(
    words(64).matches(addressShape, 'Enter addresses like 192.0.2.1 or ranges like 192.0.2.0/24').required(),
  )
    .max(50, 'At most 50 addresses')
    .default([]),
  allowance: words(200)
    .test(
      'to-the-letter',
      'Type the sentence to the letter, or leave it out',
      (value) => !value || value === acceptAllowance,
    )
    .when('scopes', ([scopes], schema) =>
      schema.test(
        'of-accept',
        'Only a key that may accept can be allowed this',
        (value) => !value || (scopes as unknown[])?.includes('accept'),
      ),
    ),
  password: text(1024).required('Please enter your current password'),
  epoch: count(),
  wrap: vaultWrap(),
}).test({
  name: 'wrap-of-epoch',
  test: ({ epoch, wrap }, context) =>
    (epoch === undefined) === (wrap === undefined) ||
    context.createError({ path: wrap === undefined ? 'wrap' : 'epoch', message: 'epoch and wrap go together' }),
});

/** Whom a key acts for. */
export interface KeyOwner {
  id: string;
  email: string;
  userType: UserType;
  companyId: string;
  companyName: string;
}

/** Keys of programs. */
export const apiKeys = {
  /**
   * `key` is shown this once. Of a company at most 20 live. `wrap` lets its program open and seal: the vault's key, of this `epoch`,
   * under a sealing key that is never sent. @throws PASSWORD_WRONG, KEY_LIMIT, COMPANY_MISSING, KEYS_STALE for another epoch than the present one
   */
  createApiKey: command<{ key: string; apiKey: ApiKeyView }>()('identity.create-api-key', newApiKey),
  /** Of the company: live ones first, then those that ended in the last 90 days; the newest first. */
  apiKeys: command<ApiKeyView[]>()('identity.api-keys', object({})),
  /** At once and for good. A repeat changes nothing. @throws NOT_FOUND */
  revokeApiKey: command<{ message: string }>()('identity.revoke-api-key', object({ id: id().required() })),

  /**
   * For a key alone: whom it acts for, what it may do, and the vault under its sealing key; `keys` is null where it has none that
   * still opens it. @throws NOT_ALLOWED for a person
   */
  ownKey: command<{ owner: KeyOwner; apiKey: ApiKeyView; keys: ProgramKeys | null }>()('identity.own-key', object({})),

  /**
   * Who acts by a key, for the gateway alone: it says the SHA-256 (hex) of the secret it was given and where from.
   * @throws UNAUTHENTICATED and TOO_MANY when the key is not right; when it is: KEY_REVOKED, KEY_EXPIRED, KEY_ADDRESS, SUSPENDED
   */
  keyHolder: internal<{ actor: UserActor; addresses: string[]; expiresAt: string }>()(
    'identity.key-holder',
    object({ id: id().required(), secretHash: text(64).required(), ip: text(64).required() }),
  ),
};

interface AboutKey {
  keyId: string;
  companyId: string;
  userId: string;
  name: string;
}

export const apiKeyEvents = {
  apiKeyCreated: event<
    AboutKey & Pick<ApiKeyView, 'scopes' | 'addresses' | 'expiresAt' | 'allowance'> & { sealing: boolean }
  >('evt.identity.api-key-created', { to: ['audit'] }),
  apiKeyRevoked: event<AboutKey>('evt.identity.api-key-revoked', { to: ['audit'] }),
};
