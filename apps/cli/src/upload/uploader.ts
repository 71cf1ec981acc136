import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { ApiError } from '@tradepost/client/api/api-error';
import { uploadBatch, type BatchFile } from '@tradepost/client/api/batch-upload';
import { PartSlots } from '@tradepost/client/api/part-slots';
import { uploadNumberedParts, type PartWants } from '@tradepost/client/api/part-upload';
import { isUploadGone } from '@tradepost/client/api/resumable-upload';
import { reusableIndex } from '@tradepost/client/segments/reusable-index';
import { planSegmented, type SegmentedPlan } from '@tradepost/client/segments/segment-plan';
import { sealedNameKey, sealedNamesOf } from '@tradepost/client/transfers/file-names';
import { contentHash, sealContent, type SealedUpload } from '@tradepost/client/transfers/sealed-content';
import { planSealed, type SealedPlan } from '@tradepost/client/transfers/sealed-parts';
import { routes } from '@tradepost/contracts/routes';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import type { FileView } from '@tradepost/contracts/storage';
import { claimedTypeOf, type FileTypes } from '@tradepost/reference/file-types';
import type { FileRef } from '@tradepost/sealing/file/format';
import { maySegment, type SegmentIndex } from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { LocalError } from '../exit';
import type { Ledger, Pending } from './ledger';
import { hashOf, inSegments, readContent, type ReadContent } from './read-content';
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
  /** Makes a file that is already in the folder under this name the version before. */
  replace: boolean;
  /** Seals large files as a whole, so that a next version is sent as a whole too. */
  whole: boolean;
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
interface Prepared extends ReadContent {
  content: Blob;
  what: string;
  key: string;
  /** The file that gets this content as its next version. */
  replaces: FileView | undefined;
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
    const { folderId, vault, replace } = this.target;
    const replaces = replace ? this.fileNamed(source) : undefined;
    const formerOf = this.isSegmented(source) ? () => this.formerOf(replaces) : undefined;
    const { sha256, ...read } = await readContent(source, content, this.ledger, formerOf);
    const what = hashOf([source.mark, sha256, this.mode]);
    const earlier = this.ledger.uploaded(what);
    // a file that is replaced may have got another content since
    const noted = earlier && !replace ? this.ids.get(earlier) : undefined;
    const existing = noted ?? (await this.findExisting(source, sha256, replaces));
    if (existing) {
      this.ledger.note(what, existing.id);
      return { file: existing, sha256, present: true };
    }
    // if an uploaded file was deleted since, this is a new upload and needs a new idempotency key
    // new keys do not continue an upload that was begun with former ones
    const replaced = vault?.former.map(({ epoch }) => String(epoch)) ?? [];
    const next = replaces ? [replaces.id, String(replaces.version)] : [];
    const key = hashOf([what, folderId, earlier ?? '', ...replaced, ...next]);
    return { content, sha256, ...read, what, key, replaces };
  }

  private uploaded({ what, key, sha256 }: Prepared, file: FileView): Uploaded {
    this.ledger.note(what, file.id);
    this.ledger.delete(key);
    return { file, sha256, present: false };
  }

  private about({ name, directory }: Source, replaces: FileView | undefined) {
    const { folderId, fileTypes } = this.target;
    const path = replaces?.name ?? inDirectory(directory, name);
    return { name: path, mime: claimedTypeOf(name, fileTypes) ?? '', folderId };
  }

  private fileNamed({ name, directory }: Source): FileView | undefined {
    const path = sealedNameKey(inDirectory(directory, name));
    return this.named.get(path)?.find((file) => file.name === path);
  }

  /** A small file is sealed in memory. */
  private async sealed(source: Source, { content, replaces }: Prepared): Promise<SealedUpload | undefined> {
    const { vault } = this.target;
    return vault && sealContent(vault, content, this.about(source, replaces), refOf(replaces));
  }

  private async toBatch(source: Source, prepared: Prepared): Promise<BatchFile> {
    const { content } = prepared;
    const sealed = await this.sealed(source, prepared);
    const terms = { ...this.fieldsOf(source), ...sealed?.fields };
    return { name: source.name, content: sealed?.content ?? content, terms };
  }

  private fieldsOf({ name, directory }: Source, replaces?: FileView): Record<string, string> {
    if (replaces) return { fileId: replaces.id, ...this.target.terms };
    return { name, ...(directory && { directory }), ...this.target.terms };
  }

  private get mode() {
    return this.target.vault ? 'e2e' : 'managed';
  }

  /** Finds a file with the same name and content, also if another machine uploaded it. */
  private async findExisting(
    { name, directory, size }: Source,
    sha256: string,
    replaces: FileView | undefined,
  ): Promise<FileView | undefined> {
    const { folderId, vault } = this.target;
    const same = replaces ? [replaces] : this.named.get(sealedNameKey(inDirectory(directory, name)));
    for (const file of same ?? []) {
      if (file.mode !== this.mode || file.size !== size) continue;
      if ((vault ? await contentHash(this.client, vault, { ...file, folderId }) : file.sha256) === sha256) return file;
    }
    return undefined;
  }

  private async send(source: Source, prepared: Prepared, onProgress: (sent: number) => void): Promise<FileView> {
    const { content, key, replaces } = prepared;
    if (content.size >= inPartsFrom) return this.sendInParts(source, prepared, onProgress);
    const { name } = source;
    const { folderId } = this.target;
    const sealed = await this.sealed(source, prepared);
    const fields = { ...this.fieldsOf(source, replaces), ...sealed?.fields };
    const files = { file: { name, content: sealed?.content ?? content } };
    const { file } = await (replaces
      ? this.client.sendForm(routes.replaceFile, { folderId, fileId: replaces.id }, fields, files, {
          idempotencyKey: key,
        })
      : this.client.sendForm(routes.uploadFile, { folderId }, fields, files, { idempotencyKey: key }));
    return file as FileView;
  }

  private async sendInParts(source: Source, prepared: Prepared, onProgress: (sent: number) => void): Promise<FileView> {
    const { key, replaces } = prepared;
    const { vault } = this.target;
    const pending = this.ledger.pending(key);
    if (pending?.address && !pending.fields.enc === !vault) {
      try {
        return await this.sendParts(source, prepared, pending, onProgress);
      } catch (error) {
        if (!isUploadGone(error)) throw error;
      }
    }
    // a new upload is sealed under a new key: parts of the earlier one were sent
    const plan = vault && (await this.plan(vault, source, prepared));
    const fields = { ...this.fieldsOf(source, replaces), ...plan?.fields };
    return this.sendParts(source, prepared, { ...plan, address: '', fields }, onProgress);
  }

  private async plan(vault: Vault, source: Source, prepared: Prepared): Promise<SealedPlan | SegmentedPlan> {
    const { content, sha256, replaces } = prepared;
    const [about, file] = [{ ...this.about(source, replaces), size: source.size, sha256 }, refOf(replaces)];
    if (!this.isSegmented(source)) return planSealed(vault, about, file);
    const { former, cut } = prepared.segments ?? (await inSegments(content, await this.formerOf(replaces)));
    return planSegmented(vault, about, file, cut, former);
  }

  private isSegmented({ size }: Source): boolean {
    return !!this.target.vault && !this.target.whole && maySegment(size);
  }

  private async formerOf(replaces: FileView | undefined): Promise<SegmentIndex | undefined> {
    const { vault, folderId } = this.target;
    if (!vault || !replaces) return undefined;
    return reusableIndex(this.client, vault, { folderId, fileId: replaces.id, version: replaces.version });
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
    const part = async (number: number, start: number, end: number, wants: PartWants) => {
      const content = await read(start, end, wants);
      const allowed = sent.get(number) ?? this.ledger.claimPart(key, upload, number, content.sha256);
      if (allowed === undefined) throw new LocalError(`${source.path}: another process uploads this file`);
      if (allowed !== content.sha256) throw changedDuringUpload(source.path);
      sent.set(number, content.sha256);
      return content;
    };
    return uploadNumberedParts(
      this.client,
      {
        folderId: this.target.folderId,
        name: source.name,
        fields: upload.fields,
        size,
        part,
        check: source.read,
        copied: upload.copied,
      },
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

/** A new file, or the next version of one. */
const refOf = (replaces: FileView | undefined): FileRef =>
  replaces ? { fileId: replaces.id, version: replaces.version + 1 } : { fileId: randomUUID(), version: 1 };
