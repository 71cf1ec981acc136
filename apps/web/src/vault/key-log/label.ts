type Bytes = Uint8Array<ArrayBuffer>;

export interface LabelWork {
  /** As `addressKey`. */
  address: string;
  origin: string;
}

/** `label` is null when the browser could not compute it. */
export interface LabelDone {
  label: Bytes | null;
}

/** As `labelOf` of `libs/sealing`, in a worker: it takes about a second. */
export async function labelInWorker(address: string, origin: string): Promise<Bytes> {
  const worker = new Worker(new URL('./label.worker.ts', import.meta.url), { type: 'module', name: 'label' });
  try {
    const { label } = await new Promise<LabelDone>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<LabelDone>) => resolve(data);
      worker.onerror = () =>
        reject(new Error('This part of the app could not be loaded. Check your connection and try again.'));
      worker.postMessage({ address, origin } satisfies LabelWork);
    });
    if (!label)
      throw new Error(
        'This browser could not check the log of keys. It may be short of memory: close other tabs and try again.',
      );
    return label;
  } finally {
    worker.terminate();
  }
}
