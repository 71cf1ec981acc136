import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { useCallback, useRef, useState } from 'react';
import { fetchBytes, sha256Of } from '../../../api/bytes';
import { requireVault } from '../../../vault/vault';
import { useRefreshWorkspace } from '../api';
import { seal, sendFile } from '../upload/send-file';
import { t } from '../../../i18n/t';

export interface SealedFileState {
  state: 'fetching' | 'sealing' | 'sending' | 'done' | 'failed';
  /** 0 to 100, of the current step. */
  percent: number;
  error?: string;
}

type OnState = (state: SealedFileState) => void;

/** Replaces a file by its sealed version. Leaves the file unchanged if its bytes do not match its hash. */
async function sealInPlace(
  folderId: string,
  { id, name, sha256 }: FileView,
  onState: OnState,
  signal: AbortSignal,
): Promise<void> {
  const optionsFor = (state: 'sealing' | 'sending') => ({
    signal,
    onProgress: (loaded: number, total: number) =>
      onState({ state, percent: Math.floor((100 * loaded) / Math.max(1, total)) }),
  });
  onState({ state: 'fetching', percent: 0 });
  const content = await fetchBytes(routes.fileContent, { folderId, fileId: id }, { signal });
  const hash = await sha256Of(content);
  if (hash !== undefined && hash !== sha256)
    throw new Error(t('The downloaded file does not match the stored one. Please try again.'));
  const toSend = { folderId, content, name, replaces: { id }, inPlace: true };
  const sealed = await seal(toSend, optionsFor('sealing'));
  const stored = await sendFile({ ...toSend, sealed }, optionsFor('sending'));
  const { hashLike } = await import('@tradepost/client/crypto/stored-hash');
  if ((await hashLike(stored.sha256, sealed.content)) !== stored.sha256)
    throw new Error(t('The stored bytes differ from what was encrypted. Please try again.'));
}

/** Seals files one by one. */
export function useSealInPlace(folderId: string) {
  const refresh = useRefreshWorkspace();
  const [states, setStates] = useState<Record<string, SealedFileState>>({});
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(null);

  const start = async (files: FileView[]) => {
    const controller = (running.current = new AbortController());
    setRunning(true);
    setError(undefined);
    try {
      await requireVault();
      for (const file of files) {
        const onState: OnState = (state) => setStates((before) => ({ ...before, [file.id]: state }));
        try {
          await sealInPlace(folderId, file, onState, controller.signal);
          onState({ state: 'done', percent: 100 });
        } catch (failure) {
          if (controller.signal.aborted) throw failure;
          onState({
            state: 'failed',
            percent: 0,
            error: failure instanceof Error ? failure.message : t('An unknown error occurred'),
          });
        }
      }
    } catch (failure) {
      if (controller.signal.aborted)
        setStates((before) =>
          Object.fromEntries(Object.entries(before).filter(([, { state }]) => state === 'done' || state === 'failed')),
        );
      else setError(failure as Error);
    }
    setRunning(false);
    await refresh();
  };
  const stop = useCallback(() => running.current?.abort(new DOMException(t('Stopped'), 'AbortError')), []);
  return { states, isRunning, error, start: (files: FileView[]) => void start(files), stop };
}
