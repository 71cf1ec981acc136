import { readConfig } from '@tradepost/service-kit/runtime/config';
import { number, object, type InferType } from 'yup';

export const settings = object({
  /** Retention of a submitted registration after its account was deleted, in days; anti-money-laundering law sets the minimum. */
  KYC_RETENTION_DAYS: number().integer().min(0).max(36_500).default(1_826),
});

export type KycConfig = Readonly<InferType<typeof settings>>;
export const CONFIG = Symbol('kyc config');
export const readKycConfig = (): KycConfig => readConfig(settings);
