import { keyScopes, type KeyScope, type ProgramScope, type UserActor, type UserType } from '../actor';
import { command, event, internal } from '../define';
import {
  array,
  count,
  currentPassword,
  id,
  singleLine,
  number,
  object,
  string,
  text,
  trimmedText,
} from '../values/fields';
import { vaultWrap, type ProgramKeys } from '../encryption/sealed';

/** An API key of a company, without its secret. */
export interface ApiKeyView {
  id: string;
  name: string;
  /** The first characters of the key, before its secret; identifies a leaked key. */
  prefix: string;
  scopes: ProgramScope[];
  /** IP addresses and CIDR ranges it may be used from; empty: any. */
  addresses: string[];
  /** The sentence that authorises the key to accept without a step-up code; null: it needs a code. */
  allowance: string | null;
  /** `live`: it has a sealing key that opens the owner's vault. `outdated`: the owner has created new keys since. `none`: it has no sealing key. */
  sealing: 'none' | 'live' | 'outdated';
  /** It acts in the name of the person with this address. */
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** To the minute; null if never used. */
  lastUsedAt: string | null;
  lastUsedIp: string | null;
}

/** Whether a bearer token is an API key, by its prefix. Session tokens start differently. */
export const looksLikeApiKey = (bearer: string) => bearer.startsWith('tp_');

/** The owner types exactly this sentence to let a key accept requests without a step-up code. */
export const acceptAllowance = 'This key may accept requests without a code';

export const maxApiKeyDays = 365;
/** Live keys per company. */
export const maxLiveApiKeys = 20;

const addressShape = /^[0-9A-Fa-f.:]{2,45}(\/\d{1,3})?$/;

const newApiKey = object({
  name: singleLine(100).required('Please give the key a name'),
  scopes: array(string().oneOf(keyScopes).required())
    .required('Choose what the key may do')
    .min(1, 'Choose what the key may do')
    .max(keyScopes.length),
  expiresInDays: number()
    .integer()
    .required('Choose when the key expires')
    .min(1, 'At least one day')
    .max(maxApiKeyDays, 'At most a year'),
  addresses: array(
    trimmedText(64).matches(addressShape, 'Enter addresses like 192.0.2.1 or ranges like 192.0.2.0/24').required(),
  )
    .max(50, 'At most 50 addresses')
    .default([]),
  allowance: trimmedText(200)
    .test(
      'to-the-letter',
      'Type the sentence exactly as shown, or leave it empty',
      (value) => !value || value === acceptAllowance,
    )
    .when('scopes', ([scopes], schema) =>
      schema.test(
        'of-accept',
        'Only a key with the scope accept can have this permission',
        (value) => !value || (Array.isArray(scopes) && scopes.includes('accept')),
      ),
    ),
  password: currentPassword(),
  epoch: count(),
  wrap: vaultWrap(),
}).test({
  name: 'wrap-of-epoch',
  test: ({ epoch, wrap }, context) =>
    (epoch === undefined) === (wrap === undefined) ||
    context.createError({
      path: wrap === undefined ? 'wrap' : 'epoch',
      message: 'epoch and wrap must be sent together',
    }),
});

/** The user that a key acts for. */
export interface KeyOwner {
  id: string;
  email: string;
  userType: UserType;
  companyId: string;
  companyName: string;
}

/** API keys. */
export const apiKeys = {
  /**
   * The answer contains the `key` only this once. A company can have 20 live keys. `wrap` lets the program open and seal files: it is
   * the vault key of this `epoch`, encrypted under a sealing key that is never sent. @throws PASSWORD_WRONG, KEY_LIMIT, COMPANY_MISSING, KEYS_STALE for an epoch that is not the current one
   */
  createApiKey: command<{ key: string; apiKey: ApiKeyView }>()('identity.create-api-key', newApiKey),
  /** The keys of the company: live ones first, then those that ended in the last 90 days; newest first. */
  apiKeys: command<ApiKeyView[]>()('identity.api-keys', object({})),
  /** Revokes a key at once and permanently. A repeat changes nothing. @throws NOT_FOUND */
  revokeApiKey: command<{ message: string }>()('identity.revoke-api-key', object({ id: id().required() })),

  /**
   * For API keys only: the user it acts for, its scopes, and the vault wrapped for its sealing key. `keys` is null if it has no sealing
   * key that opens the current vault. @throws NOT_ALLOWED for a session
   */
  ownKey: command<{ owner: KeyOwner; apiKey: ApiKeyView; keys: ProgramKeys | null }>()('identity.own-key', object({})),

  /**
   * For the gateway only: the actor of an API key. `secretHash`: SHA-256 of the presented secret, hex; `ip`: where the call came from.
   * @throws UNAUTHENTICATED and TOO_MANY for a wrong key; KEY_REVOKED, KEY_EXPIRED, KEY_ADDRESS, SUSPENDED for a right one
   */
  resolveApiKeyOwner: internal<{ actor: UserActor; addresses: string[]; expiresAt: string }>()(
    'identity.key-holder',
    object({ id: id().required(), secretHash: text(64).required(), ip: text(64).required() }),
  ),
};

interface ApiKeyRef {
  keyId: string;
  companyId: string;
  userId: string;
  name: string;
}

export const apiKeyEvents = {
  apiKeyCreated: event<
    ApiKeyRef & Pick<ApiKeyView, 'addresses' | 'expiresAt' | 'allowance'> & { scopes: KeyScope[]; sealing: boolean }
  >('evt.identity.api-key-created', { to: ['audit'] }),
  apiKeyRevoked: event<ApiKeyRef>('evt.identity.api-key-revoked', { to: ['audit'] }),
};
