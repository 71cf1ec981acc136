import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { useCallback, useRef, useState } from 'react';
import { fetchBytes, sha256Of } from '../../api/bytes';
import { requireVault } from '../../vault/vault';
import { useFollowUp } from './api';
import { seal, sendFile } from './send-file';

export interface SealedFileState {
  state: 'fetching' | 'sealing' | 'sending' | 'done' | 'failed';
  /** 0 to 100, of what is being done. */
  percent: number;
  error?: string;
}

type Tell = (state: SealedFileState) => void;

/** The file as it stands becomes a sealed version of itself; a file that did not arrive as it was stored is left alone. */
async function sealInPlace(
  folderId: string,
  { id, name, sha256 }: FileView,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const told = (state: 'sealing' | 'sending') => ({
    signal,
    onProgress: (loaded: number, total: number) =>
      tell({ state, percent: Math.floor((100 * loaded) / Math.max(1, total)) }),
  });
  tell({ state: 'fetching', percent: 0 });
  const content = await fetchBytes(routes.fileContent, { folderId, fileId: id }, { signal });
  const hash = await sha256Of(content);
  if (hash !== undefined && hash !== sha256)
    throw new Error('It was replaced meanwhile, or did not arrive as it was stored. Please try again.');
  const what = { folderId, content, name, replaces: { id }, inPlace: true };
  const sealed = await seal(what, told('sealing'));
  const stored = await sendFile({ ...what, sealed }, told('sending'));
  const own = await sha256Of(sealed.body);
  if (own !== undefined && own !== stored.sha256)
    throw new Error('The stored bytes differ from what was encrypted. Please try again.');
}

/** Seals files one after the other. */
export function useSealInPlace(folderId: string) {
  const followUp = useFollowUp();
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
        const tell: Tell = (state) => setStates((before) => ({ ...before, [file.id]: state }));
        try {
          await sealInPlace(folderId, file, tell, controller.signal);
          tell({ state: 'done', percent: 100 });
        } catch (failure) {
          if (controller.signal.aborted) throw failure;
          tell({
            state: 'failed',
            percent: 0,
            error: failure instanceof Error ? failure.message : 'An unknown error occurred',
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
    await followUp();
  };
  const stop = useCallback(() => running.current?.abort(new DOMException('Stopped', 'AbortError')), []);
  return { states, isRunning, error, start: (files: FileView[]) => void start(files), stop };
}
