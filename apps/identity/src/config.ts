import { readConfig } from '@tradepost/service-kit/runtime/config';
import { quotaSettings } from '@tradepost/service-kit/runtime/upload-settings';
import { previousKeys } from '@tradepost/service-kit/security/keys';
import { boolean, number, object, string, type InferType } from 'yup';

export const settings = object({
  /** URL of the web app; links in mails start with it. */
  ORIGIN: string().required(),
  /** ES256, PKCS#8 PEM. */
  JWT_PRIVATE_KEY: string().required(),
  /** Secret that prevents offline guessing of stored codes. */
  CODE_PEPPER: string().min(16).required(),
  CODE_PEPPER_PREVIOUS: previousKeys(string().min(16)),
  /** Encrypts the secrets of authenticator apps and the client secrets of single sign-on. */
  TOTP_KEY: string().min(32).required(),
  TOTP_KEY_PREVIOUS: previousKeys(string().min(32)),
  /** The server's keys of OPAQUE. Every stored password depends on it: it cannot be replaced. */
  OPAQUE_SETUP: string()
    .matches(/^[A-Za-z0-9_-]{171}$/, 'OPAQUE_SETUP must be what npm run secrets makes')
    .required(),
  /** Ed25519, PKCS#8 PEM; signs the checkpoints of the key log. */
  KEY_LOG_SIGNING_KEY: string().required(),
  /** Days between the request to delete an account and its deletion. */
  ACCOUNT_DELETION_DAYS: number().integer().min(0).max(365).default(14),
  /** For labs and tests: identity providers may have private addresses, any port and no TLS. */
  WEBHOOK_ALLOW_PRIVATE: boolean().default(false),
  /** The DNS servers that are asked for the records of domains, separated by commas; those of the machine unless set. */
  DNS_SERVERS: string(),
  ...quotaSettings,
});

export type IdentityConfig = Readonly<InferType<typeof settings>>;

export const CONFIG = Symbol('identity config');
export const readIdentityConfig = (): IdentityConfig => readConfig(settings);
