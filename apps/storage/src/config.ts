import { boolean, object, type InferType } from 'yup';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { fileSizeSettings, quotaSettings } from '@tradepost/service-kit/runtime/upload-settings';

export const settings = object({
  /** Whether a company must be approved before it may deliver. */
  KYC_APPROVED_TO_DELIVER: boolean().default(false),
  ...fileSizeSettings,
  ...quotaSettings,
});

export type StorageConfig = Readonly<InferType<typeof settings>>;

/** Injection token of `StorageConfig`. */
export const CONFIG = Symbol('storage config');

export const readStorageConfig = (): StorageConfig => readConfig(settings);
