import { readConfig } from '@tradepost/service-kit/config';
import { number, object, type InferType } from 'yup';

const schema = object({
  /** Days that a submitted registration is kept after its account was deleted, as the law against money laundering asks. */
  KYC_RETENTION_DAYS: number().integer().min(0).max(36_500).default(1_826),
});

export type KycConfig = Readonly<InferType<typeof schema>>;
export const CONFIG = Symbol('kyc config');
export const readKycConfig = (): KycConfig => readConfig(schema);
