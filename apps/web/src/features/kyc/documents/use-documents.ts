import { kycDocuments, type KycDocumentId } from '@tradepost/contracts/kyc';
import { uploadFormats } from '@tradepost/reference/file-types';
import { useState } from 'react';
import { useUploadDocument } from '../api';
import { t } from '../../../i18n/t';

/** One document upload. */
export interface Sending {
  file: File;
  /** 0 to 100. */
  percent: number;
  error: string | null;
  cancel: () => void;
}

export type SendingDocuments = Partial<Record<KycDocumentId, Sending>>;

/** The extensions the file picker offers; the server checks the bytes. */
export const documentExtensions = [
  ...uploadFormats.flatMap(({ extensions }) => extensions),
  'docx',
  'doc',
  'pptx',
  'ppt',
]
  .map((extension) => `.${extension}`)
  .join(',');

const maxBytes = 25 * 1024 * 1024;

/** The checks that need no call to the server. */
function refusal({ size }: File): string | null {
  if (size === 0) return t('The file is empty');
  return size > maxBytes ? t('A document may have at most 25 MB') : null;
}

/** Document uploads, which run in parallel. */
export function useDocuments() {
  const uploadDocument = useUploadDocument();
  const [sending, setSending] = useState<SendingDocuments>({});
  const set = (id: KycDocumentId, patch: Partial<Sending>) =>
    setSending((all) => (all[id] ? { ...all, [id]: { ...all[id], ...patch } } : all));
  const drop = (id: KycDocumentId) => setSending(({ [id]: _done, ...rest }) => rest);

  const start = (id: KycDocumentId, file: File) => {
    sending[id]?.cancel();
    const controller = new AbortController();
    const { signal } = controller;
    const error = refusal(file);
    const cancel = () => {
      controller.abort();
      drop(id);
    };
    setSending((all) => ({ ...all, [id]: { file, percent: 0, error, cancel } }));
    if (error) return;
    const onProgress = (loaded: number, total: number) => set(id, { percent: Math.floor((loaded / total) * 100) });
    uploadDocument(id, file, { onProgress, signal }).then(
      () => drop(id),
      (failure: Error) => {
        if (!signal.aborted) set(id, { error: failure.message });
      },
    );
  };

  const busy = kycDocuments.some(([id]) => sending[id] && !sending[id].error);
  return { sending, start, busy, refused: Object.values(sending).filter(({ error }) => error).length };
}
