import { createHash } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { uploadBatch, type BatchFile } from '@tradepost/client/api/batch-upload';
import type { Crypto } from '@tradepost/client/crypto/crypto';
import { sealedNameKey, sealedNamesOf } from '@tradepost/client/transfers/file-names';
import { contentHash, sealContent, type SealedUpload } from '@tradepost/client/transfers/sealed-content';
import { uploadInParts } from '@tradepost/client/api/resumable-upload';
import { routes } from '@tradepost/contracts/routes';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import { sealingStream } from '@tradepost/client/crypto/contents';
import type { FileView } from '@tradepost/contracts/storage';
import { claimedTypeOf, type FileTypes } from '@tradepost/reference/file-types';
import { hashOfBlob } from '@tradepost/sealing/crypto/hash-stream';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Ledger } from './ledger';
import type { Source } from './sources';

/** Smaller files are sent in one request, larger ones as resumable uploads. */
const resumableFrom = 4 * 1024 * 1024;

export interface Target {
  folderId: string;
  /** Files that are already in the folder. */
  files: readonly FileView[];
  /** Form fields of the terms. */
  terms: Record<string, string>;
  /** Absent: files are uploaded with standard encryption (managed). */
  vault: Vault | undefined;
  /** What the server accepts. */
  fileTypes: FileTypes;
}

export interface Uploaded {
  file: FileView;
  /** SHA-256 of the content. */
  sha256: string;
  /** The file was already there; nothing was sent. */
  present: boolean;
}

/** A file that is not in the folder yet. `what` and `key`: hashes that identify it and its upload. */
interface Prepared {
  content: Blob;
  sha256: string;
  what: string;
  key: string;
}

/** Uploads files into one folder. No file is uploaded twice, even after interrupted attempts. */
export class Uploader {
  private readonly ids: Map<string, FileView>;
  /** Files of the folder by the names that they may have had before their upload. */
  private readonly named = new Map<string, FileView[]>();

  constructor(
    private readonly client: ApiClient,
    private readonly ledger: Ledger,
    private readonly target: Target,
  ) {
    this.ids = new Map(target.files.map((file) => [file.id, file]));
    for (const file of target.files)
      for (const name of sealedNamesOf(file.name)) {
        const same = this.named.get(name);
        if (same) same.push(file);
        else this.named.set(name, [file]);
      }
  }

  /** @throws ApiError, SealingError; file system errors */
  async upload(source: Source, onProgress: (sent: number) => void): Promise<Uploaded> {
    try {
      const prepared = await this.prepare(source);
      if ('present' in prepared) return prepared;
      return this.uploaded(prepared, await this.send(source, prepared, onProgress));
    } catch (error) {
      // of a file that was changed while it was read, this is the better explanation
      await source.read();
      throw error;
    }
  }

  /**
   * Uploads small files in one call. @returns an outcome for each, in order; its error is one of `upload`
   * @throws ApiError for the call as a whole
   */
  async uploadTogether(sources: readonly Source[]): Promise<PromiseSettledResult<Uploaded>[]> {
    const outcomes = new Map<Source, PromiseSettledResult<Uploaded>>();
    const toSend: { source: Source; prepared: Prepared; file: BatchFile }[] = [];
    for (const source of sources) {
      try {
        const prepared = await this.prepare(source);
        if ('present' in prepared) outcomes.set(source, { status: 'fulfilled', value: prepared });
        else toSend.push({ source, prepared, file: await this.toBatch(source, prepared) });
      } catch (reason) {
        outcomes.set(source, { status: 'rejected', reason });
      }
    }
    const files = toSend.map(({ file }) => file);
    const idempotencyKey = hashOf(toSend.map(({ prepared }) => prepared.key));
    const stored =
      files.length > 0 ? await uploadBatch(this.client, this.target.folderId, files, { idempotencyKey }) : [];
    for (const [at, { source, prepared }] of toSend.entries()) {
      const file = stored[at];
      if (!file || file instanceof ApiError) outcomes.set(source, { status: 'rejected', reason: file });
      else outcomes.set(source, { status: 'fulfilled', value: this.uploaded(prepared, file) });
    }
    return sources.map((source) => outcomes.get(source) as PromiseSettledResult<Uploaded>);
  }

  /** Reads a file. @returns the one that is already in the folder, or what an upload needs */
  private async prepare(source: Source): Promise<Uploaded | Prepared> {
    const content = await source.read();
    const sha256 = await hashOfBlob(content);
    const what = hashOf([source.mark, sha256, this.mode]);
    const earlier = this.ledger.uploaded(what);
    const existing = (earlier ? this.ids.get(earlier) : undefined) ?? (await this.findExisting(source, sha256));
    if (existing) {
      this.ledger.note(what, existing.id);
      return { file: existing, sha256, present: true };
    }
    // if an uploaded file was deleted since, this is a new upload and needs a new idempotency key
    return { content, sha256, what, key: hashOf([what, this.target.folderId, earlier ?? '']) };
  }

  private uploaded({ what, key, sha256 }: Prepared, file: FileView): Uploaded {
    this.ledger.note(what, file.id);
    this.ledger.delete(key);
    return { file, sha256, present: false };
  }

  /** @param key of the upload, if its sealed bytes are stored; those of a small file are held in memory */
  private async sealed({ name, directory }: Source, content: Blob, key?: string): Promise<SealedUpload | undefined> {
    const { vault, folderId, fileTypes } = this.target;
    const about = { name: inDirectory(directory, name), mime: claimedTypeOf(name, fileTypes) ?? '', folderId };
    return vault && sealContent(vault, content, about, undefined, key === undefined ? {} : { work: this.toDisk(key) });
  }

  private toDisk(key: string): Pick<Crypto, 'seal'> {
    return {
      seal: async (content, fileKey, file, options) => {
        const { sealed, sha256 } = await sealingStream(content, fileKey, file, options);
        return { sealed: await this.ledger.saveSealed(key, sealed), sha256: sha256() };
      },
    };
  }

  private async toBatch(source: Source, { content }: Prepared): Promise<BatchFile> {
    const sealed = await this.sealed(source, content);
    const terms = { ...this.fieldsOf(source), ...sealed?.fields };
    return { name: source.name, content: sealed?.content ?? content, terms };
  }

  private fieldsOf({ name, directory }: Source): Record<string, string> {
    return { name, ...(directory && { directory }), ...this.target.terms };
  }

  private get mode() {
    return this.target.vault ? 'e2e' : 'managed';
  }

  /** Finds a file with the same name and content, also if another machine uploaded it. */
  private async findExisting({ name, directory, size }: Source, sha256: string): Promise<FileView | undefined> {
    const { folderId, vault } = this.target;
    for (const file of this.named.get(sealedNameKey(inDirectory(directory, name))) ?? []) {
      if (file.mode !== this.mode || file.size !== size) continue;
      if ((vault ? await contentHash(this.client, vault, { ...file, folderId }) : file.sha256) === sha256) return file;
    }
    return undefined;
  }

  private async send(
    source: Source,
    { content, key }: Prepared,
    onProgress: (sent: number) => void,
  ): Promise<FileView> {
    const { name } = source;
    const { folderId, vault } = this.target;
    const isSmall = content.size < resumableFrom;
    const pending = await this.ledger.pending(key, !!vault);
    const sealed = pending ? undefined : await this.sealed(source, content, isSmall ? undefined : key);
    const fields: Record<string, string> = pending?.fields ?? { ...this.fieldsOf(source), ...sealed?.fields };
    const bytes = pending?.content ?? sealed?.content ?? content;
    if (isSmall) {
      const { file } = await this.client.sendForm(
        routes.uploadFile,
        { folderId },
        fields,
        { file: { name, content: bytes } },
        { idempotencyKey: key },
      );
      return file as FileView;
    }
    const onCreated = (address: string) => this.ledger.save(key, { address, fields });
    return uploadInParts(
      this.client,
      { folderId, name, fields, content: bytes },
      { resumeUrl: pending?.address, onCreated, idempotencyKey: key, onProgress },
    );
  }
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
