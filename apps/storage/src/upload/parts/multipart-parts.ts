import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { DirectParts, StoredPart } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { isAsStated, type MultipartUploads } from '@tradepost/service-kit/objects/multipart/multipart-uploads';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { endMultipart } from '../../bin/objects';
import type { UploadRow } from '../upload.entity';
import { PartsRepository } from './parts.repository';

/** Parts of a sealed upload that is one multipart upload of the store. */
@Injectable()
export class MultipartParts {
  constructor(
    private readonly db: Db,
    private readonly repository: PartsRepository,
    private readonly store: ObjectStore,
    private readonly urls: DirectUrls,
  ) {}

  /** Those of the parts that the store has, with the size and the MD5 that their client states. One call to the store for each thousand numbers that they span. */
  async among({ objectKey, multipartId }: UploadRow, parts: StoredPart[]): Promise<StoredPart[]> {
    if (multipartId === null || parts.length === 0) return [];
    const numbers = parts.map(({ number }) => number);
    const range = { first: Math.min(...numbers), last: Math.max(...numbers) };
    const listed = await this.multipart.parts(objectKey, multipartId, range);
    return parts.filter((part) => isAsStated(listed?.get(part.number), part));
  }

  /**
   * Addresses for parts, of a multipart upload that begins with the first ones. A part has addresses for one content only: one that is sent when the store has
   * joined the parts must change nothing. @throws AppError UPLOAD_GONE; PART_INVALID for another content
   */
  async addresses(upload: UploadRow, parts: StoredPart[]): Promise<Pick<DirectParts, 'urls' | 'checksum'>> {
    const { multipartId, md5s } = await this.reserve(upload, parts);
    const urls = parts.map(({ number, size, md5 }) => {
      if (!md5 || md5s.get(number) !== md5) throw new AppError('PART_INVALID');
      return { number, url: this.urls.putPart(upload.objectKey, { multipartId, number }, { size, md5 }) };
    });
    return { urls, checksum: 'content-md5' };
  }

  /** Of two calls that begin a multipart upload at the same time, both get the first. */
  private async reserve({ id, objectKey, multipartId }: UploadRow, parts: StoredPart[]) {
    const begun = multipartId ?? (await this.multipart.begin(objectKey));
    const reserved = await this.db.transaction((tx) => this.repository.reserveAddresses(tx, id, begun, parts));
    if (multipartId === null && reserved?.multipartId !== begun)
      await endMultipart(this.store, { objectKey, multipartId: begun });
    if (!reserved) throw new AppError('UPLOAD_GONE');
    return reserved;
  }

  private get multipart(): MultipartUploads {
    const { multipart } = this.store;
    if (!multipart) throw new Error('a store that clients reach has multipart uploads');
    return multipart;
  }
}
