import { readConfig } from '@tradepost/service-kit/config';
import { previousKeys, publicKey } from '@tradepost/service-kit/keys';
import { boolean, number, object, string, type InferType } from 'yup';

const schema = object({
  /** ES256, PKCS#8 PEM: signs the ends of chains. */
  AUDIT_SIGNING_KEY: string().required(),
  /** Public halves of the keys before, SPKI PEM. */
  AUDIT_SIGNING_KEY_PREVIOUS: previousKeys(publicKey()),
  /** Days after which entries may be let go, their chains staying whole by a signed checkpoint; 0: they are kept. */
  AUDIT_RETENTION_DAYS: number().integer().min(0).max(36_500).default(0),
  /** Whether two admins must approve a registration. */
  KYC_FOUR_EYES: boolean().default(false),
  /** Days after which an approved registration is to be looked at again; 0: never. */
  KYC_REVERIFY_DAYS: number().integer().min(0).max(36_500).default(365),
});

export type AuditConfig = Readonly<InferType<typeof schema>>;
export const CONFIG = Symbol('audit config');
export const readAuditConfig = (): AuditConfig => readConfig(schema);
