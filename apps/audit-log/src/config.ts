import { readConfig } from '@tradepost/service-kit/runtime/config';
import { previousKeys, publicKey } from '@tradepost/service-kit/security/keys';
import { boolean, number, object, string, type InferType } from 'yup';

export const settings = object({
  /** ES256, PKCS#8 PEM: signs the ends of chains. */
  AUDIT_SIGNING_KEY: string().required(),
  /** Public keys of previous signing keys, SPKI PEM. */
  AUDIT_SIGNING_KEY_PREVIOUS: previousKeys(publicKey()),
  /** Retention of entries, in days; a signed checkpoint replaces pruned entries. 0: no limit. */
  AUDIT_RETENTION_DAYS: number().integer().min(0).max(36_500).default(0),
  /** Whether two admins must approve a registration. */
  KYC_FOUR_EYES: boolean().default(false),
  /** Days until the next review of an approved registration; 0: never. */
  KYC_REVERIFY_DAYS: number().integer().min(0).max(36_500).default(365),
});

export type AuditConfig = Readonly<InferType<typeof settings>>;
export const CONFIG = Symbol('audit config');
export const readAuditConfig = (): AuditConfig => readConfig(settings);
