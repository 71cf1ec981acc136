import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { directPartMark, partsPage, storage, type StoredPart } from '@tradepost/contracts/storage';
import { numberedPartBytes, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { DirectUrls, directUrlMs } from '@tradepost/service-kit/objects/direct/direct-urls';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { removeObjects } from '../bin/objects';
import { PartsRepository } from './parts.repository';
import type { UploadRow } from './upload.entity';
import { assertMayCopy, assertUnderWay, bytesOf, resumableLeaseMs } from './upload.policy';
import { UploadsRepository } from './uploads.repository';

/** Parts that arrive in any order, several at once. Each has a number, which determines its place and its size. */
@Controller()
export class PartsHandler {
  constructor(
    private readonly db: Db,
    private readonly uploads: UploadsRepository,
    private readonly repository: PartsRepository,
    private readonly store: ObjectStore,
    private readonly urls: DirectUrls,
  ) {}

  @Handle(storage.uploadParts)
  uploadParts(
    { uploadId, from }: In<typeof storage.uploadParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.uploadParts>> {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const upload = await this.uploads.find(tx, companyId, uploadId);
      if (!upload) throw new AppError('NOT_FOUND');
      const parts = await this.repository.page(tx, uploadId, from);
      const length = bytesOf(upload);
      return {
        length,
        partBytes: numberedPartBytes(length),
        parts: parts.map(({ number, size, sha256 }) => ({ number, size, sha256 })),
        next: parts.length === partsPage ? (parts.at(-1)?.number ?? 0) + 1 : null,
        expiresAt: upload.leaseUntil?.toISOString() ?? null,
        direct: this.isDirect(upload),
      };
    });
  }

  /** The part is already in the store. The object that it replaces is removed after the commit. */
  @Handle(storage.putPart)
  async putPart(
    { uploadId, number, objectKey, size, sha256 }: In<typeof storage.putPart>,
    actor: UserActor,
  ): Promise<Out<typeof storage.putPart>> {
    const unused = await this.db.transaction(async (tx) => {
      const upload = await this.underWay(tx, uploadId, actor, 'lock');
      if (sizeOfPart(upload, number) !== size) throw new AppError('PART_INVALID');
      if (!objectKey.startsWith(`${upload.objectKey}.`)) throw new AppError('INVALID');
      return this.repository.put(tx, uploadId, [{ number, objectKey, size, sha256 }], nextLease());
    });
    await removeObjects(this.store, unused);
    return { number, size, sha256 };
  }

  @Handle(storage.directParts)
  async directParts(
    { uploadId, wanted, stored }: In<typeof storage.directParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.directParts>> {
    const upload = await this.db.transaction((tx) => this.underWay(tx, uploadId, actor, 'find'));
    if (!this.isDirect(upload)) return { stored: [], urls: [], expiresAt: null };
    const toSend = wanted.map((part) => directPart(upload, part));
    const sent = await this.inStore(stored.map((part) => directPart(upload, part)));
    if (sent.length > 0) await this.addParts(uploadId, sent, actor);
    const expiresAt = new Date(Date.now() + directUrlMs).toISOString();
    return {
      stored: sent.map(({ number }) => number),
      urls: toSend.map((part) => ({ number: part.number, url: this.urls.put(part.objectKey, part) })),
      expiresAt: toSend.length > 0 ? expiresAt : null,
    };
  }

  @Handle(storage.dropPart)
  async dropPart({ uploadId, number, objectKey }: In<typeof storage.dropPart>, actor: UserActor) {
    const dropped = await this.db.transaction(async (tx) => {
      await this.underWay(tx, uploadId, actor, 'lock');
      return this.repository.drop(tx, uploadId, { number, objectKey });
    });
    await removeObjects(this.store, dropped ? [objectKey] : []);
    return { ok: true as const };
  }

  @Handle(storage.commitParts)
  commitParts(
    { uploadId, from, copied }: In<typeof storage.commitParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.commitParts>> {
    return this.db.transaction(async (tx) => {
      const upload = await this.underWay(tx, uploadId, actor, 'find');
      const replaced = upload.copiedBytes > 0 ? await this.repository.replaced(tx, upload) : null;
      assertMayCopy(upload, copied, replaced);
      const parts = await this.repository.page(tx, uploadId, from);
      return {
        parts: parts.map(({ number, objectKey, size, sha256 }) => ({ number, objectKey, size, sha256 })),
        replaced: replaced?.objectKey ?? null,
      };
    });
  }

  /** Managed files are scanned, and encrypted at rest, by the gateway. */
  private isDirect({ wrappedKey }: UploadRow): boolean {
    return this.urls.areOffered && wrappedKey !== null;
  }

  /** Those that the store has in their size. What they contain is compared when they are joined. */
  private async inStore(parts: StoredPart[]): Promise<StoredPart[]> {
    const found = await Promise.all(
      parts.map(async (part) => (await this.store.stat(part.objectKey))?.size === part.size),
    );
    return parts.filter((_, at) => found[at]);
  }

  private async addParts(uploadId: string, parts: StoredPart[], actor: UserActor): Promise<void> {
    const unused = await this.db.transaction(async (tx) => {
      await this.underWay(tx, uploadId, actor, 'lock');
      return this.repository.put(tx, uploadId, parts, nextLease());
    });
    await removeObjects(this.store, unused);
  }

  /** @throws AppError UPLOAD_GONE */
  private async underWay(tx: Tx, uploadId: string, actor: UserActor, how: 'find' | 'lock'): Promise<UploadRow> {
    const upload = await this.uploads[how](tx, companyOf(actor).companyId, uploadId);
    if (!upload) throw new AppError('UPLOAD_GONE');
    assertUnderWay(upload, new Date());
    return upload;
  }
}

const nextLease = () => new Date(Date.now() + resumableLeaseMs);

function sizeOfPart(upload: UploadRow, number: number): number | undefined {
  const span = spanOfPart(bytesOf(upload), number);
  return span && span.end - span.start;
}

/** Each number has one object, so addresses never let a client store more than the upload has reserved. @throws AppError PART_INVALID */
function directPart(upload: UploadRow, { number, sha256 }: { number: number; sha256: string }): StoredPart {
  const size = sizeOfPart(upload, number);
  if (size === undefined) throw new AppError('PART_INVALID');
  return { number, sha256, size, objectKey: `${upload.objectKey}${directPartMark}${number}` };
}
