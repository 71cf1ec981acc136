import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { partsPage, storage, type StoredPart } from '@tradepost/contracts/storage';
import { numberedPartBytes } from '@tradepost/contracts/values/upload-sizes';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { removeObjects } from '../../bin/objects';
import type { UploadRow } from '../upload.entity';
import { assertMayCopy, bytesOf } from '../upload.policy';
import { UploadsRepository } from '../uploads.repository';
import { goesDirect, nextLease, sizeOfPart } from './parts.policy';
import type { PartAddressRow } from './part-address.entity';
import { PartsRepository } from './parts.repository';
import type { UploadPartRow } from './upload-part.entity';
import { UploadUnderWay } from './upload-under-way';

/** Parts that arrive in any order, several at once. Each has a number, which determines its place and its size. */
@Controller()
export class PartsHandler {
  constructor(
    private readonly db: Db,
    private readonly uploads: UploadsRepository,
    private readonly underWay: UploadUnderWay,
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
        direct: goesDirect(upload, this.urls),
      };
    });
  }

  /** The part is already in the store. The object that it replaces is removed after the commit. */
  @Handle(storage.putPart)
  async putPart(
    { uploadId, number, objectKey, size, sha256, crc32 }: In<typeof storage.putPart>,
    actor: UserActor,
  ): Promise<Out<typeof storage.putPart>> {
    const unused = await this.db.transaction(async (tx) => {
      const upload = await this.underWay.lock(tx, uploadId, actor);
      if (sizeOfPart(upload, number) !== size) throw new AppError('PART_INVALID');
      if (!objectKey.startsWith(`${upload.objectKey}.`)) throw new AppError('INVALID');
      await this.assertContent(tx, upload, { number, sha256 });
      return this.repository.put(
        tx,
        uploadId,
        [{ number, objectKey, size, sha256, md5: null, crc32: crc32 ?? null }],
        nextLease(),
      );
    });
    await removeObjects(this.store, unused);
    return { number, size, sha256 };
  }

  @Handle(storage.dropPart)
  async dropPart({ uploadId, number, objectKey }: In<typeof storage.dropPart>, actor: UserActor) {
    const dropped = await this.db.transaction(async (tx) => {
      await this.underWay.lock(tx, uploadId, actor);
      return this.repository.drop(tx, uploadId, { number, objectKey });
    });
    await removeObjects(this.store, dropped && objectKey !== null ? [objectKey] : []);
    return { ok: true as const };
  }

  @Handle(storage.endMultipart)
  async endMultipart({ uploadId, multipartId }: In<typeof storage.endMultipart>, actor: UserActor) {
    await this.db.transaction(async (tx) => {
      const upload = await this.underWay.lock(tx, uploadId, actor);
      if (upload.multipartId === multipartId) await this.repository.endMultipart(tx, uploadId);
    });
    return { ok: true as const };
  }

  @Handle(storage.commitParts)
  commitParts(
    { uploadId, from, copied, joinsInStore }: In<typeof storage.commitParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.commitParts>> {
    return this.db.transaction(async (tx) => {
      const upload = await this.underWay.lock(tx, uploadId, actor);
      const { multipartId } = upload;
      // another gateway, of this release, may get the repeated call
      if (multipartId !== null && !joinsInStore) throw new AppError('IN_PROGRESS', { retryAfter: 1 });
      const replaced = upload.copiedBytes > 0 ? await this.repository.replaced(tx, upload) : null;
      assertMayCopy(upload, copied, replaced);
      const rows = await this.repository.page(tx, uploadId, from);
      const contents = multipartId === null ? null : await this.contentsToJoin(tx, uploadId, rows);
      return {
        parts: rows.map(({ number, objectKey, size, sha256, md5, crc32 }) => ({
          ...{ number, objectKey, size, sha256, crc32 },
          // also of an object, which a part that comes late may replace
          md5: md5 ?? contents?.get(number)?.md5 ?? null,
        })),
        replaced: replaced?.objectKey ?? null,
        multipartId,
      };
    });
  }

  /** A commit that runs may have joined another one. @throws AppError PART_INVALID */
  private async assertContent(
    tx: Tx,
    { id, multipartId }: UploadRow,
    { number, sha256 }: Pick<StoredPart, 'number' | 'sha256'>,
  ): Promise<void> {
    const content = multipartId === null ? null : (await this.repository.contents(tx, id, [number])).get(number);
    if (content?.sha256 && content.sha256 !== sha256) throw new AppError('PART_INVALID');
  }

  /** From here on each part has one content: what another commit copies late, or comes late at an address, changes nothing. */
  private async contentsToJoin(tx: Tx, uploadId: string, rows: UploadPartRow[]): Promise<Map<number, PartAddressRow>> {
    await this.repository.keepContents(tx, uploadId, rows);
    const numbers = rows.map(({ number }) => number);
    return this.repository.contents(tx, uploadId, numbers);
  }
}
