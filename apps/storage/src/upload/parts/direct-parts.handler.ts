import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { directPartMark, storage, type StoredPart } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { DirectUrls, directUrlMs } from '@tradepost/service-kit/objects/direct/direct-urls';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { removeObjects } from '../../bin/objects';
import type { UploadRow } from '../upload.entity';
import { MultipartParts } from './multipart-parts';
import { PartsRepository } from './parts.repository';
import { goesDirect, mayBeJoinedInStore, nextLease, sizeOfPart } from './parts.policy';
import { UploadUnderWay } from './upload-under-way';

type Named = In<typeof storage.directParts>['wanted'][number];
type Answer = Out<typeof storage.directParts>;

/** What the server must get itself. */
const throughServer: Answer = { stored: [], urls: [], expiresAt: null };

/** Parts that their client sends straight to the object store. */
@Controller()
export class DirectPartsHandler {
  constructor(
    private readonly db: Db,
    private readonly underWay: UploadUnderWay,
    private readonly repository: PartsRepository,
    private readonly multipart: MultipartParts,
    private readonly store: ObjectStore,
    private readonly urls: DirectUrls,
  ) {}

  /** The store joins the parts of an upload if its client states their sums. A client that does not, sends them to the server once another one did. */
  @Handle(storage.directParts)
  async directParts({ uploadId, wanted, stored }: In<typeof storage.directParts>, actor: UserActor): Promise<Answer> {
    if ([wanted, stored].some(namesTwice)) throw new AppError('PART_INVALID');
    const upload = await this.db.transaction((tx) => this.underWay.find(tx, uploadId, actor));
    if (!goesDirect(upload, this.urls)) return throughServer;
    const isJoined = mayBeJoinedInStore(upload) && [...wanted, ...stored].every(hasSums);
    if (upload.multipartId !== null && !isJoined) return throughServer;
    const place = isJoined ? inMultipart : inObject;
    const toSend = wanted.map((part) => place(upload, part));
    const named = stored.map((part) => place(upload, part));
    const sent = isJoined ? await this.multipart.among(upload, named) : await this.amongObjects(named);
    if (sent.length > 0) await this.add(uploadId, sent, actor);
    const numbers = sent.map(({ number }) => number);
    if (toSend.length === 0) return { stored: numbers, urls: [], expiresAt: null };
    const addresses = isJoined ? await this.multipart.addresses(upload, toSend) : { urls: this.objectUrls(toSend) };
    return { stored: numbers, ...addresses, expiresAt: new Date(Date.now() + directUrlMs).toISOString() };
  }

  /** Those that the store has in their size. What they contain is compared when they are joined. */
  private async amongObjects(parts: StoredPart[]): Promise<StoredPart[]> {
    const found = await Promise.all(
      parts.map(async ({ objectKey, size }) => objectKey !== null && (await this.store.stat(objectKey))?.size === size),
    );
    return parts.filter((_, at) => found[at]);
  }

  private objectUrls(parts: StoredPart[]): Answer['urls'] {
    return parts.map(({ number, objectKey, size, sha256 }) => ({
      number,
      url: this.urls.put(String(objectKey), { size, sha256 }),
    }));
  }

  private async add(uploadId: string, parts: StoredPart[], actor: UserActor): Promise<void> {
    const unused = await this.db.transaction(async (tx) => {
      await this.underWay.lock(tx, uploadId, actor);
      return this.repository.put(tx, uploadId, parts, nextLease());
    });
    await removeObjects(this.store, unused);
  }
}

const namesTwice = (parts: Named[]) => new Set(parts.map(({ number }) => number)).size < parts.length;

const hasSums = ({ md5, crc32 }: Named) => md5 !== undefined && crc32 !== undefined;

/** Each number has one object, so addresses never let a client store more than the upload has reserved. @throws AppError PART_INVALID */
const inObject = (upload: UploadRow, { number, sha256 }: Named): StoredPart => ({
  number,
  sha256,
  md5: null,
  crc32: null,
  size: knownSize(upload, number),
  objectKey: `${upload.objectKey}${directPartMark}${number}`,
});

/** @throws AppError PART_INVALID */
const inMultipart = (upload: UploadRow, { number, sha256, md5, crc32 }: Named): StoredPart => ({
  number,
  sha256,
  md5: md5 ?? null,
  crc32: crc32 ?? null,
  size: knownSize(upload, number),
  objectKey: null,
});

function knownSize(upload: UploadRow, number: number): number {
  const size = sizeOfPart(upload, number);
  if (size === undefined) throw new AppError('PART_INVALID');
  return size;
}
