const name = 'uploads';

/** Shows every window of this browser that files are being uploaded. @returns what ends this */
export function holdUploadLock(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const untilEnd = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  // absent on an address without TLS
  void navigator.locks?.request(name, { mode: 'shared', signal }, untilEnd).catch(() => undefined);
  return () => ending.abort();
}

/** Whether a window of this browser is uploading files. */
export const isAnyWindowUploading = async (): Promise<boolean> =>
  (await navigator.locks?.query())?.held?.some((lock) => lock.name === name) ?? false;
