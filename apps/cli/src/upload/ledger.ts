import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from '../paths';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An upload in parts that is under way. */
export interface Pending {
  /** Where it goes on. */
  address: string;
  fields: Record<string, string>;
  /** What is sent of a sealed one: sealed anew it would be other bytes, so it stays until it is uploaded. */
  content?: Blob;
}

/**
 * What was uploaded into one folder from this machine, and what is half-way. It holds names of files on the server, hashes, and
 * sealed bytes: nothing that can be read without the vault.
 */
export class Ledger {
  private readonly dir: string;
  private readonly done: Map<string, string>;

  constructor(account: string, folderId: string) {
    this.dir = join(stateDir(), 'uploads', sha256(`${account} ${folderId}`));
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    this.done = this.load();
  }

  /** The id of the file that this became. */
  uploaded(what: string): string | undefined {
    return this.done.get(what);
  }

  note(what: string, fileId: string): void {
    this.done.set(what, fileId);
    appendFileSync(this.doneFile, `${what} ${fileId}\n`, { mode: 0o600 });
  }

  /** @param isSealed otherwise the file itself is what is sent, and is not kept a second time */
  pending(key: string, isSealed: boolean): Pending | undefined {
    try {
      const about = JSON.parse(readFileSync(this.aboutFile(key), 'utf8')) as Pending;
      return isSealed ? { ...about, content: new Blob([readFileSync(this.sealedFile(key))]) } : about;
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async keepSealed(key: string, content: Blob): Promise<void> {
    this.replace(this.sealedFile(key), new Uint8Array(await content.arrayBuffer()));
  }

  keep(key: string, about: Omit<Pending, 'content'>): void {
    this.replace(this.aboutFile(key), JSON.stringify(about));
  }

  forget(key: string): void {
    for (const file of [this.aboutFile(key), this.sealedFile(key)]) rmSync(file, { force: true });
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

  private replace(file: string, content: string | Uint8Array): void {
    writeFileSync(`${file}.new`, content, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  private get doneFile() {
    return join(this.dir, 'done');
  }

  private aboutFile = (key: string) => join(this.dir, `${key}.json`);
  private sealedFile = (key: string) => join(this.dir, `${key}.sdx`);
}
