import { open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import type { Begun, Span } from '@tradepost/client/transfers/ranged-download';
import type { ReceivedContent } from '@tradepost/client/transfers/sealed-transfers';
import { free } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { chunkSize } from '@tradepost/sealing/file/format';
import { hashOfFile, sizeOf, type Target } from './target';

type Content = Pick<ReceivedContent, 'size' | 'sha256' | 'mode'>;

/** The first line of a ledger: which content is written, and of which stored bytes. */
interface About extends Begun {
  sha256: string;
  size: number;
}

/** The content of a download while its ranges arrive in any order, and the ledger of those that are written. */
export class PartialFile {
  private begun: Begun | undefined;
  private ledger: Promise<FileHandle> | undefined;

  private constructor(
    private readonly target: Target,
    private readonly content: Content,
    private readonly part: FileHandle,
    /** What an attempt before this one has written. */
    readonly earlier: { begun: Begun; finished: Span[] } | undefined,
  ) {
    this.begun = earlier?.begun;
  }

  /** Continues what an earlier attempt has written of this content, if there is something. @throws file system errors */
  static async open(target: Target, content: Content): Promise<PartialFile> {
    const earlier = await writtenBefore(target, content);
    if (!earlier) await deleteFiles(target);
    return new PartialFile(target, content, await open(target.part, earlier ? 'r+' : 'wx'), earlier);
  }

  begin(begun: Begun): void {
    this.begun = begun;
  }

  /** Writes bytes at their place. */
  async write(pieces: readonly Uint8Array[], at: number): Promise<void> {
    const bytes = Buffer.concat(pieces);
    for (let done = 0; done < bytes.length;)
      done += (await this.part.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    free(bytes);
  }

  /** Records written bytes, once they are on the disk. The whole content needs no record. */
  async record({ start, end }: Span): Promise<void> {
    if (start === 0 && end === this.content.size) return;
    await this.part.datasync();
    this.ledger ??= this.openLedger();
    // it may follow half a line
    await (await this.ledger).write(`\n${start} ${end}\n`);
  }

  private async openLedger(): Promise<FileHandle> {
    const ledger = await open(this.target.ledger, 'a', 0o600);
    const { sha256, size } = this.content;
    if (!this.earlier && this.begun)
      await ledger.write(`${JSON.stringify({ sha256, size, ...this.begun } satisfies About)}\n`);
    return ledger;
  }

  /** Verifies the whole content, and gives the file its name. @throws SealingError META_MISMATCH, TAMPERED */
  async finish(): Promise<void> {
    await this.part.sync();
    await this.close();
    const { sha256, mode } = this.content;
    if ((await hashOfFile(this.target.part)) !== sha256)
      throw new SealingError(mode === 'e2e' ? 'META_MISMATCH' : 'TAMPERED');
    await rename(this.target.part, this.target.path);
    await rm(this.target.ledger, { force: true });
  }

  async close(): Promise<void> {
    await this.part.close();
    await (await this.ledger?.catch(() => undefined))?.close();
  }

  async delete(): Promise<void> {
    await this.close();
    await deleteFiles(this.target);
  }
}

async function deleteFiles({ part, ledger }: Target): Promise<void> {
  for (const path of [part, ledger]) await rm(path, { force: true });
}

/** @returns undefined if there is nothing to continue */
async function writtenBefore({ part, ledger }: Target, content: Content): Promise<PartialFile['earlier']> {
  const [first = '', ...lines] = (await readFile(ledger, 'utf8').catch(() => '')).split('\n');
  const begun = begunOf(first, content);
  const existing = (await sizeOf(part)) ?? 0;
  const finished = lines.flatMap((line) => {
    const [start = NaN, end = NaN] = line.split(' ').map(Number);
    const isWritten = start < end && end <= existing && end <= content.size;
    return isWritten && [start, end].every((at) => isPlace(at, content)) ? [{ start, end }] : [];
  });
  return begun && finished.length > 0 ? { begun, finished } : undefined;
}

/** Ranges of sealed files are whole chunks; half a line may end elsewhere. */
const isPlace = (at: number, { mode, size }: Content) =>
  Number.isSafeInteger(at) && (mode === 'managed' || at === size || at % chunkSize === 0);

/** @returns undefined if the ledger is of another content */
function begunOf(line: string, content: Content): Begun | undefined {
  try {
    const { sha256, size, etag, prefix } = JSON.parse(line) as About;
    if (sha256 !== content.sha256 || size !== content.size) return undefined;
    return { etag, ...(prefix !== undefined && { prefix }) };
  } catch {
    return undefined;
  }
}
