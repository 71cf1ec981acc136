import { uploadLimitsFrom } from '@tradepost/client/api/upload-limits';
import { defaultMaxFileBytes, type UploadLimits } from '@tradepost/contracts/values/upload-sizes';
import { defaultFileTypes } from '@tradepost/reference/file-types';
import { create } from 'zustand';

const defaults: UploadLimits = { maxFileBytes: defaultMaxFileBytes, fileTypes: defaultFileTypes };

/** What the server accepts; the defaults until it has answered. */
export const useUploadLimits = create<UploadLimits>(() => defaults);

/** @param site the answer of `/api/site` */
export const followUploadLimits = (site: unknown): void => useUploadLimits.setState(uploadLimitsFrom(site, defaults));
