import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedLayout } from '@tradepost/client/segments/planned-ranges';
import { stateDir } from '../paths';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An unfinished upload in parts. With the layout of a sealed one, and the key that `fields` wraps, the same content gives the same sealed bytes. */
export interface Pending extends PlannedLayout {
  /** URL of the upload. */
  address: string;
  fields: Record<string, string>;
}

/**
 * Local record of finished and unfinished uploads into one folder. It contains file names and hashes; the content of sealed files cannot
 * be read from it.
 */
export class Ledger {
  private readonly dir: string;
  private readonly done: Map<string, string>;
  private readonly hashes: Map<string, string>;

  constructor(account: string, folderId: string) {
    this.dir = join(stateDir(), 'uploads', sha256(`${account} ${folderId}`));
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    this.done = this.pairsOf(this.doneFile);
    this.hashes = this.pairsOf(this.hashesFile);
  }

  /** The id of the uploaded file. @param what hash that identifies the local file */
  uploaded(what: string): string | undefined {
    return this.done.get(what);
  }

  note(what: string, fileId: string): void {
    this.done.set(what, fileId);
    appendFileSync(this.doneFile, `${what} ${fileId}\n`, { mode: 0o600 });
  }

  /** SHA-256 of a file that was read before. @param state hash that identifies the file and its last change */
  contentHash(state: string): string | undefined {
    return this.hashes.get(state);
  }

  noteContentHash(state: string, sha256: string): void {
    this.hashes.set(state, sha256);
    appendFileSync(this.hashesFile, `\n${state} ${sha256}\n`, { mode: 0o600 });
  }

  pending(key: string): Pending | undefined {
    try {
      return JSON.parse(readFileSync(this.aboutFile(key), 'utf8')) as Pending;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The checksums of the parts of this upload that were sent, or were about to be. */
  sentParts(key: string, { address }: Pending): Map<number, string> {
    const lines = this.linesOf(this.partsFile(key)).filter(([, , upload]) => upload === address);
    // of two processes, the first to write a line counts
    return new Map(lines.reverse().flatMap(([number, checksum]) => (checksum ? [[Number(number), checksum]] : [])));
  }

  /**
   * Writes which bytes are about to be sent as a part. On the disk before they are: whatever happens then, no other content is sealed in their
   * place, by this process or another one. A line may follow half a line.
   * @returns the checksum of the bytes that may be sent: those of another process, if it was first; undefined if another process has
   * finished or replaced the upload
   */
  claimPart(key: string, upload: Pending, number: number, checksum: string): string | undefined {
    const { address } = upload;
    appendFileSync(this.partsFile(key), `\n${number} ${checksum} ${address}\n`, { mode: 0o600, flush: true });
    const first = this.sentParts(key, upload).get(number);
    // read last, because it is deleted first
    return this.pending(key)?.address === address ? first : undefined;
  }

  save(key: string, about: Pending): void {
    this.replace(this.aboutFile(key), JSON.stringify(about));
  }

  delete(key: string): void {
    // the last one is of earlier versions, which stored the sealed bytes
    for (const file of [this.aboutFile(key), this.partsFile(key), join(this.dir, `${key}.sdx`)])
      rmSync(file, { force: true });
  }

  private pairsOf(file: string): Map<string, string> {
    return new Map(this.linesOf(file).flatMap(([key, value]) => (key && value ? [[key, value] as const] : [])));
  }

  private linesOf(file: string): string[][] {
    try {
      return readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.split(' '));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
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

  private get hashesFile() {
    return join(this.dir, 'hashes');
  }

  private aboutFile = (key: string) => join(this.dir, `${key}.json`);
  private partsFile = (key: string) => join(this.dir, `${key}.parts`);
}
