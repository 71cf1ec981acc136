import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import {
  directPartMark,
  storage,
  type StoredPart,
  type UploadedFile,
  type UploadState,
} from '@tradepost/contracts/storage';
import { joinedHash } from '@tradepost/contracts/values/upload-sizes';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { combinedCrc32 } from '@tradepost/service-kit/objects/multipart/combined-crc32';
import {
  isAsStated,
  type MultipartPart,
  type MultipartUploads,
} from '@tradepost/service-kit/objects/multipart/multipart-uploads';
import { ObjectStore, ObjectStoreUnavailable } from '@tradepost/service-kit/objects/object-store';
import type { CommandSender } from '../../http/route-call';
import { sealedContent, sealedHeadBytes } from '../sealed';
import { finishUpload, UploadFinalizer } from '../upload-finalizer';
import { asAnnounced, PartDamaged } from './announced-part';
import { sealedTypeOf } from './sealed-type';

/** The commands that let the store join the parts of an upload. */
export const joinInStore = [storage.dropPart, storage.endMultipart, ...finishUpload] as const;
type Sender = CommandSender<(typeof joinInStore)[number]>;

/** The parts of a sealed upload that is one multipart upload of the store. */
export interface PartsInStore {
  parts: readonly StoredPart[];
  partsSha256: string;
  multipartId: string;
}

/** The store joins the parts; no byte passes the gateway, except for the header. */
@Injectable()
export class StoreJoiner {
  constructor(
    private readonly store: ObjectStore,
    private readonly finalizer: UploadFinalizer,
  ) {}

  /** @throws AppError PARTS_DIFFER for parts that must be sent again, SEALED_INVALID; PartDamaged, ObjectMissing */
  async join(state: UploadState, joined: PartsInStore, sender: Sender): Promise<UploadedFile> {
    const { uploadId, objectKey, length, sealed } = state;
    const { multipart } = this.store;
    if (!sealed) throw new Error('only a sealed upload is a multipart upload of the store');
    // an installation that has moved to another store
    if (!multipart) return this.beginAgain(uploadId, joined, sender);
    await this.dropAll(uploadId, joined.parts.filter(mayBeReplaced), sender);
    const crc32 = combinedCrc32(await this.withSums(joined.parts));
    const listed = await multipart.parts(objectKey, joined.multipartId);
    if (listed) await this.complete(multipart, state, joined, listed, sender);
    else await this.assertCompleted(multipart, state, joined, sender);
    if ((await multipart.joined(objectKey))?.size !== length)
      throw new ObjectStoreUnavailable(`S3 joined the object ${objectKey} and did not keep it`);
    const head = await buffer(await this.store.get(objectKey, { start: 0, end: sealedHeadBytes - 1 }));
    return this.finalizer.commit(
      {
        uploadId,
        size: sealed.contentSize ?? sealedContent(length),
        sealedSize: length,
        sha256: joinedHash(joined.partsSha256, joined.parts.length),
        crc32,
        mimetype: sealedTypeOf(sealed, head),
        scan: 'none',
      },
      sender,
    );
  }

  /** The store has compared the MD5 that each address was signed for; it lists the one of what it has. */
  private async complete(
    multipart: MultipartUploads,
    { uploadId, objectKey }: UploadState,
    { parts, multipartId }: PartsInStore,
    listed: ReadonlyMap<number, MultipartPart>,
    sender: Sender,
  ): Promise<void> {
    const damaged = parts.filter((part) => part.objectKey === null && !isAsStated(listed.get(part.number), part));
    await this.dropAll(uploadId, damaged, sender);
    const named: Pick<MultipartPart, 'number' | 'etag'>[] = [];
    for (const { number, objectKey: from, md5 } of parts) {
      const etag = from === null ? md5 : await multipart.copy(objectKey, multipartId, number, from);
      named.push({ number, etag: String(etag) });
    }
    await multipart.complete(objectKey, multipartId, named);
  }

  /** Their client sends them again. @throws AppError PARTS_DIFFER, if there are any */
  private async dropAll(uploadId: string, parts: readonly StoredPart[], sender: Sender): Promise<void> {
    for (const { number, objectKey } of parts) await sender.send(storage.dropPart, { uploadId, number, objectKey });
    if (parts.length > 0) throw new AppError('PARTS_DIFFER');
  }

  /** An earlier commit ended after the store had joined the same parts; otherwise they are gone. @throws AppError PARTS_DIFFER */
  private async assertCompleted(
    multipart: MultipartUploads,
    { uploadId, objectKey, length }: UploadState,
    joined: PartsInStore,
    sender: Sender,
  ): Promise<void> {
    const found = await multipart.joined(objectKey);
    if (found?.size !== length || found.etag !== etagOf(joined.parts)) await this.beginAgain(uploadId, joined, sender);
  }

  /** The client sends the parts again. @throws AppError PARTS_DIFFER */
  private async beginAgain(uploadId: string, { multipartId }: PartsInStore, sender: Sender): Promise<never> {
    await sender.send(storage.endMultipart, { uploadId, multipartId });
    throw new AppError('PARTS_DIFFER');
  }

  /**
   * Reads an object with a CRC that no gateway knows, from a client or a gateway of an earlier release, and one for a part that has an address too: what comes late at that
   * address must be the same.
   */
  private async withSums(parts: readonly StoredPart[]): Promise<{ size: number; crc32: number }[]> {
    const known: { size: number; crc32: number }[] = [];
    for (const part of parts) {
      const { objectKey, size, crc32 = null, md5 } = part;
      if (crc32 !== null && (objectKey === null || !md5)) known.push({ size, crc32 });
      else if (objectKey !== null) known.push(await this.measured({ ...part, objectKey }));
    }
    return known;
  }

  /** @throws PartDamaged */
  private async measured(part: StoredPart & { objectKey: string }): Promise<{ size: number; crc32: number }> {
    const { number, objectKey, md5 } = part;
    const hash = createHash('md5');
    const measured = meter(asAnnounced((await this.store.get(objectKey)) as AsyncIterable<Buffer>, part));
    for await (const piece of measured.stream) hash.update(piece);
    if (md5 && hash.digest('hex') !== md5) throw new PartDamaged(number, objectKey);
    return measured.result();
  }
}

/** What its client sent straight to the store, as an object: it may have changed between a check and the copy, or when another commit copies it late. */
const mayBeReplaced = ({ objectKey }: StoredPart): boolean => objectKey?.includes(directPartMark) ?? false;

/** That of S3 for parts that were sent; null if one was copied. */
function etagOf(parts: readonly StoredPart[]): string | null {
  const all = createHash('md5');
  for (const { objectKey, md5 } of parts) {
    if (objectKey !== null || !md5) return null;
    all.update(md5, 'hex');
  }
  return `${all.digest('hex')}-${parts.length}`;
}
