import { open } from 'node:fs/promises';

/** Syncs directories. Callers that wait while a directory is being synced share the next sync. */
export class DirectorySyncs {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  constructor(private readonly syncOne = syncDirectory) {}

  sync(path: string): Promise<void> {
    const running = this.#running.get(path);
    if (!running) return this.#begin(path);
    // what was renamed after a sync began may be missing in it
    const next =
      this.#next.get(path) ??
      running
        .catch(() => undefined)
        .then(() => {
          this.#next.delete(path);
          return this.#begin(path);
        });
    this.#next.set(path, next);
    return next;
  }

  #begin(path: string): Promise<void> {
    const sync = this.syncOne(path).finally(() => {
      if (this.#running.get(path) === sync) this.#running.delete(path);
    });
    this.#running.set(path, sync);
    return sync;
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // NTFS cannot open a directory for it, and journals its entries
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
