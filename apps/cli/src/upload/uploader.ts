import { createHash } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { uploadBatch, type BatchFile } from '@tradepost/client/api/batch-upload';
import { PartSlots } from '@tradepost/client/api/part-slots';
import { uploadNumberedParts } from '@tradepost/client/api/part-upload';
import { isUploadGone } from '@tradepost/client/api/resumable-upload';
import { sealedNameKey, sealedNamesOf } from '@tradepost/client/transfers/file-names';
import { contentHash, sealContent, type SealedUpload } from '@tradepost/client/transfers/sealed-content';
import { planSealed } from '@tradepost/client/transfers/sealed-parts';
import { routes } from '@tradepost/contracts/routes';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import type { FileView } from '@tradepost/contracts/storage';
import { claimedTypeOf, type FileTypes } from '@tradepost/reference/file-types';
import { hashOfBlob } from '@tradepost/sealing/crypto/hash-stream';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { LocalError } from '../exit';
import type { Ledger, Pending } from './ledger';
import { partsOf } from './parts';
import { changedDuringUpload, type Source } from './sources';

/** Smaller files are sent in one request, larger ones in parts. */
const inPartsFrom = 4 * 1024 * 1024;

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
  /** Of all files: parts of several files share the bound. */
  private readonly slots = new PartSlots();

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
    const { folderId, vault } = this.target;
    // new keys do not continue an upload that was begun with former ones
    const replaced = vault?.former.map(({ epoch }) => String(epoch)) ?? [];
    return { content, sha256, what, key: hashOf([what, folderId, earlier ?? '', ...replaced]) };
  }

  private uploaded({ what, key, sha256 }: Prepared, file: FileView): Uploaded {
    this.ledger.note(what, file.id);
    this.ledger.delete(key);
    return { file, sha256, present: false };
  }

  private about({ name, directory }: Source) {
    const { folderId, fileTypes } = this.target;
    return { name: inDirectory(directory, name), mime: claimedTypeOf(name, fileTypes) ?? '', folderId };
  }

  /** A small file is sealed in memory. */
  private async sealed(source: Source, content: Blob): Promise<SealedUpload | undefined> {
    const { vault } = this.target;
    return vault && sealContent(vault, content, this.about(source));
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

  private async send(source: Source, prepared: Prepared, onProgress: (sent: number) => void): Promise<FileView> {
    const { content, key } = prepared;
    if (content.size >= inPartsFrom) return this.sendInParts(source, prepared, onProgress);
    const { name } = source;
    const sealed = await this.sealed(source, content);
    const { file } = await this.client.sendForm(
      routes.uploadFile,
      { folderId: this.target.folderId },
      { ...this.fieldsOf(source), ...sealed?.fields },
      { file: { name, content: sealed?.content ?? content } },
      { idempotencyKey: key },
    );
    return file as FileView;
  }

  private async sendInParts(source: Source, prepared: Prepared, onProgress: (sent: number) => void): Promise<FileView> {
    const { key } = prepared;
    const { vault } = this.target;
    const pending = this.ledger.pending(key);
    if (pending?.address && !pending.salt === !vault) {
      try {
        return await this.sendParts(source, prepared, pending, onProgress);
      } catch (error) {
        if (!isUploadGone(error)) throw error;
      }
    }
    // a new upload is sealed under a new key: parts of the earlier one were sent
    const plan =
      vault && (await planSealed(vault, { ...this.about(source), size: source.size, sha256: prepared.sha256 }));
    const fields = { ...this.fieldsOf(source), ...plan?.fields };
    return this.sendParts(source, prepared, { address: '', fields, ...(plan && { salt: plan.salt }) }, onProgress);
  }

  /** @param upload without an address it begins here */
  private async sendParts(
    source: Source,
    { key }: Prepared,
    upload: Pending,
    onProgress: (sent: number) => void,
  ): Promise<FileView> {
    const sent = upload.address ? this.ledger.sentParts(key, upload) : new Map<number, string>();
    const { size, read } = await partsOf(source, this.target.vault, upload);
    const part = async (number: number, start: number, end: number) => {
      const content = await read(start, end);
      const allowed = sent.get(number) ?? this.ledger.claimPart(key, upload, number, content.sha256);
      if (allowed === undefined) throw new LocalError(`${source.path}: another process uploads this file`);
      if (allowed !== content.sha256) throw changedDuringUpload(source.path);
      sent.set(number, content.sha256);
      return content;
    };
    return uploadNumberedParts(
      this.client,
      { folderId: this.target.folderId, name: source.name, fields: upload.fields, size, part, check: source.read },
      {
        slots: this.slots,
        resume: upload.address ? { address: upload.address, sent } : undefined,
        idempotencyKey: key,
        onProgress,
        onCreated: (address) => this.ledger.save(key, Object.assign(upload, { address })),
      },
    );
  }
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
