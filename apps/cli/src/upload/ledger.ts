import { createHash } from 'node:crypto';
import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  openAsBlob,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { stateDir } from '../paths';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An unfinished resumable upload. */
export interface Pending {
  /** URL of the upload. */
  address: string;
  fields: Record<string, string>;
  /** Sealed bytes. Sealing again gives different bytes, so they are stored until the upload is complete. */
  content?: Blob;
}

/**
 * Local record of finished and unfinished uploads into one folder. It contains file names, hashes and sealed bytes; the content of
 * sealed files cannot be read from it.
 */
export class Ledger {
  private readonly dir: string;
  private readonly done: Map<string, string>;

  constructor(account: string, folderId: string) {
    this.dir = join(stateDir(), 'uploads', sha256(`${account} ${folderId}`));
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    this.done = this.load();
  }

  /** The id of the uploaded file. @param what hash that identifies the local file */
  uploaded(what: string): string | undefined {
    return this.done.get(what);
  }

  note(what: string, fileId: string): void {
    this.done.set(what, fileId);
    appendFileSync(this.doneFile, `${what} ${fileId}\n`, { mode: 0o600 });
  }

  /** @param isSealed only sealed uploads store their bytes; others read the local file again */
  async pending(key: string, isSealed: boolean): Promise<Pending | undefined> {
    try {
      const about = JSON.parse(readFileSync(this.aboutFile(key), 'utf8')) as Pending;
      return isSealed ? { ...about, content: await this.openSealed(key) } : about;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Stores sealed bytes as they come. @returns them, read from the disk; a later `pending` finds them once `save` was called */
  async saveSealed(key: string, sealed: ReadableStream<Uint8Array>): Promise<Blob> {
    const file = this.sealedFile(key);
    await pipeline(Readable.fromWeb(sealed as NodeStream), createWriteStream(`${file}.new`, { mode: 0o600 }));
    renameSync(`${file}.new`, file);
    return openAsBlob(file);
  }

  save(key: string, about: Omit<Pending, 'content'>): void {
    this.replace(this.aboutFile(key), JSON.stringify(about));
  }

  delete(key: string): void {
    for (const file of [this.aboutFile(key), this.sealedFile(key)]) rmSync(file, { force: true });
  }

  private async openSealed(key: string): Promise<Blob> {
    // its error names a missing file, that of `openAsBlob` does not
    await stat(this.sealedFile(key));
    return openAsBlob(this.sealedFile(key));
  }

  private load(): Map<string, string> {
    try {
      return new Map(
        readFileSync(this.doneFile, 'utf8')
          .split('\n')
          .flatMap((line) => {
            const [what, fileId] = line.split(' ');
            return what && fileId ? [[what, fileId] as const] : [];
          }),
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
      throw error;
    }
  }

  private replace(file: string, content: string): void {
    writeFileSync(`${file}.new`, content, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  private get doneFile() {
    return join(this.dir, 'done');
  }

  private aboutFile = (key: string) => join(this.dir, `${key}.json`);
  private sealedFile = (key: string) => join(this.dir, `${key}.sdx`);
}
