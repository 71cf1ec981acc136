import { readConfig } from '@tradepost/service-kit/config';
import { previousKeys } from '@tradepost/service-kit/keys';
import { number, object, string, type InferType } from 'yup';

const limit = (fallback: number) => number().integer().min(1).default(fallback);

const schema = object({
  /** Where people reach the web app; links in mails begin with it. */
  ORIGIN: string().required(),
  /** ES256, PKCS#8 PEM. */
  JWT_PRIVATE_KEY: string().required(),
  /** Secret that keeps stored codes from being guessed offline. */
  CODE_PEPPER: string().min(16).required(),
  CODE_PEPPER_PREVIOUS: previousKeys(string().min(16)),
  /** Encrypts the secrets of authenticator apps. */
  TOTP_KEY: string().min(32).required(),
  TOTP_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** Days between asking for an account's deletion and the deletion. */
  ACCOUNT_DELETION_DAYS: number().integer().min(0).max(365).default(14),
  /** Codes an account may ask for in an hour. */
  CODES_PER_HOUR: limit(5),
  /** Codes an account may try in a day. */
  CODE_TRIES_PER_DAY: limit(20),
  /** Failed logins of an account from one address before each further one has to wait. */
  LOGIN_FREE_FAILURES: limit(5),
  /** Failed logins of an account in 15 minutes. */
  LOGIN_FAILURES_PER_ACCOUNT: limit(20),
  /** Failed logins and wrong API keys from an address in 15 minutes. */
  LOGIN_FAILURES_PER_ADDRESS: limit(100),
});

export type IdentityConfig = Readonly<InferType<typeof schema>>;

export const CONFIG = Symbol('identity config');
export const readIdentityConfig = (): IdentityConfig => readConfig(schema);
