import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces `file`, which its owner alone may read: after a kill or a power cut it has either its complete old text or its complete new one.
 * The temporary file always has the same name, so that kills do not leave several files with secrets.
 */
export function writeDurably(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  synced(temporary, 'w', (descriptor) => writeFileSync(descriptor, text));
  renameSync(temporary, file);
  synced(dirname(file), 'r');
}

function synced(path: string, flags: string, write?: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    write?.(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
