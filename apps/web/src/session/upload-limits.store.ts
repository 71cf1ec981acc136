import { uploadLimitsFrom } from '@tradepost/client/api/upload-limits';
import { defaultMaxFileBytes, type UploadLimits } from '@tradepost/contracts/values/upload-sizes';
import { defaultFileTypes } from '@tradepost/reference/file-types';
import { create } from 'zustand';

const defaults: UploadLimits = { maxFileBytes: defaultMaxFileBytes, fileTypes: defaultFileTypes };

/** What the server accepts; the defaults until it has answered. */
export const useUploadLimits = create<UploadLimits>(() => defaults);

/** Takes over the answer of `/api/site`. Here, because only the screens that upload load this and the file types. */
export const followUploadLimits = async (): Promise<void> =>
  useUploadLimits.setState(uploadLimitsFrom(await window.siteInfo, defaults));

void followUploadLimits();
