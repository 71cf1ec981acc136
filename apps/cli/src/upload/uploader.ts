import { createHash } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api-client';
import { isSameName } from '@tradepost/client/file-names';
import { contentHash, sealContent } from '@tradepost/client/sealed-content';
import { uploadInParts } from '@tradepost/client/uploads-in-parts';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { claimedTypeOf } from '@tradepost/reference/file-types';
import type { Vault } from '@tradepost/sealing/vault';
import type { Ledger } from './ledger';
import type { Source } from './sources';

/** Smaller ones go in one call. */
const inPartsFrom = 4 * 1024 * 1024;

export interface Target {
  folderId: string;
  /** What stands in the folder. */
  files: readonly FileView[];
  /** Text fields beside the bytes. */
  terms: Record<string, string>;
  /** Seals; none: the operator can read what is uploaded. */
  vault: Vault | undefined;
}

export interface Uploaded {
  file: FileView;
  /** Of its content. */
  sha256: string;
  /** It stood there before this command: nothing was sent. */
  present: boolean;
}

/** Uploads files into one folder, none of them twice, whatever happened to earlier attempts. */
export class Uploader {
  private readonly ids: Map<string, FileView>;

  constructor(
    private readonly client: ApiClient,
    private readonly ledger: Ledger,
    private readonly target: Target,
  ) {
    this.ids = new Map(target.files.map((file) => [file.id, file]));
  }

  /** @throws ApiError, SealingError, or of the file system */
  async upload(source: Source, onProgress: (sent: number) => void): Promise<Uploaded> {
    const content = await source.read();
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await content.arrayBuffer()))
      .digest('hex');
    const what = hashOf([source.mark, sha256, this.mode]);
    const earlier = this.ledger.uploaded(what);
    const there = (earlier ? this.ids.get(earlier) : undefined) ?? (await this.standing(source, sha256));
    if (there) {
      this.ledger.note(what, there.id);
      return { file: there, sha256, present: true };
    }
    // what was uploaded before and is gone was deleted by somebody: that is another upload, and no repeat of the first
    const key = hashOf([what, this.target.folderId, earlier ?? '']);
    const file = await this.send(source, content, key, onProgress);
    this.ledger.note(what, file.id);
    this.ledger.forget(key);
    return { file, sha256, present: false };
  }

  private get mode() {
    return this.target.vault ? 'e2e' : 'managed';
  }

  /** The same content under the same name, from whichever machine it came. */
  private async standing({ name, size }: Source, sha256: string): Promise<FileView | undefined> {
    const { files, folderId, vault } = this.target;
    for (const file of files) {
      if (file.mode !== this.mode || file.size !== size || !isSameName(file.name, name)) continue;
      if ((vault ? await contentHash(this.client, vault, { ...file, folderId }) : file.sha256) === sha256) return file;
    }
    return undefined;
  }

  private async send(
    { name }: Source,
    content: Blob,
    key: string,
    onProgress: (sent: number) => void,
  ): Promise<FileView> {
    const { folderId, vault, terms } = this.target;
    const half = this.ledger.pending(key, !!vault);
    const sealed =
      vault && !half ? await sealContent(vault, content, { name, mime: claimedTypeOf(name) ?? '' }) : undefined;
    const fields: Record<string, string> = half?.fields ?? { name, ...terms, ...sealed?.fields };
    const bytes = half?.content ?? sealed?.content ?? content;
    if (bytes.size < inPartsFrom) {
      const { file } = await this.client.sendForm(
        routes.uploadFile,
        { folderId },
        fields,
        { file: { name, content: bytes } },
        { idempotencyKey: key },
      );
      return file as FileView;
    }
    if (vault && !half) await this.ledger.keepSealed(key, bytes);
    const onBegun = (address: string) => this.ledger.keep(key, { address, fields });
    return uploadInParts(
      this.client,
      { folderId, name, fields, content: bytes },
      { begun: half?.address, onBegun, idempotencyKey: key, onProgress },
    );
  }
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
