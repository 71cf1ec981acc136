import { boolean, number, object, string, type InferType } from 'yup';
import { readConfig } from '@tradepost/service-kit/config';
import { previousKeys, publicKey } from '@tradepost/service-kit/keys';

const schema = object({
  /** Where people reach the web app; links in mails begin with it. */
  ORIGIN: string().required(),
  /** Secret that keeps stored codes from being guessed offline. */
  CODE_PEPPER: string().min(16).required(),
  CODE_PEPPER_PREVIOUS: previousKeys(string().min(16)),
  /** ES256, PKCS#8 PEM: signs what bundles of sealed files hold. */
  MANIFEST_SIGNING_KEY: string().required(),
  /** Public halves of the keys before, SPKI PEM. */
  MANIFEST_SIGNING_KEY_PREVIOUS: previousKeys(publicKey()),
  /** Codes an account may ask for to accept one request, in an hour. */
  ACCEPT_CODES_PER_HOUR: number().integer().min(1).default(5),
  /** Wrong codes an account may enter in a day. */
  ACCEPT_CODE_TRIES_PER_DAY: number().integer().min(1).default(20),
  /** Whether a company must be approved before it may deliver. */
  KYC_APPROVED_TO_DELIVER: boolean().default(false),
});

export type RequestsConfig = Readonly<InferType<typeof schema>>;

/** Injection token of `RequestsConfig`. */
export const CONFIG = Symbol('requests config');

export const readRequestsConfig = (): RequestsConfig => readConfig(schema);
