import { boolean, number, object, string, type InferType } from 'yup';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { previousKeys, publicKey } from '@tradepost/service-kit/security/keys';

export const settings = object({
  /** URL of the web app; links in mails start with it. */
  ORIGIN: string().required(),
  /** Secret that prevents offline guessing of stored codes. */
  CODE_PEPPER: string().min(16).required(),
  CODE_PEPPER_PREVIOUS: previousKeys(string().min(16)),
  /** ES256, PKCS#8 PEM; signs the manifests of bundles of sealed files. */
  MANIFEST_SIGNING_KEY: string().required(),
  /** Public keys of previous signing keys, SPKI PEM. */
  MANIFEST_SIGNING_KEY_PREVIOUS: previousKeys(publicKey()),
  /** Days after its last use, or its creation, when the stored archive of a live transfer is removed; later downloads build it as they go. */
  ARCHIVE_DAYS: number().integer().min(1).max(3650).default(7),
  /** Whether a company must be approved before it may deliver. */
  KYC_APPROVED_TO_DELIVER: boolean().default(false),
});

export type RequestsConfig = Readonly<InferType<typeof settings>>;

/** Injection token of `RequestsConfig`. */
export const CONFIG = Symbol('requests config');

export const readRequestsConfig = (): RequestsConfig => readConfig(settings);
