import { randomBytes, randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { sha256Of, type Fixture } from './fixture';

export const day = 24 * 3_600_000;
export const inFuture = (ms: number) => new Date(Date.now() + ms);

export const content = 40_000;
export const sealedBytes = sealedSize(content);

/** The fields a browser sends with a sealed file: another wrapped key and metadata each time it seals. */
export const sealing = (fileId: string = randomUUID(), fileVersion = 1) => ({
  enc: 'sdx1',
  fileId,
  fileVersion,
  wrappedKey: randomBytes(60).toString('base64url'),
  sealedMeta: randomBytes(180).toString('base64url'),
  mimetype: 'text/csv',
  expectedBytes: sealedBytes,
});
export type SealedFields = ReturnType<typeof sealing>;

/** The outcome of each call, sorted: the code of its error, or `done`. */
export const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'done')).sort();

/** Sealed files of people. @param fixtureOf the fixture, once it has started */
export function sealedFilesOf(fixtureOf: () => Fixture) {
  const commit = (by: UserActor, uploadId: string, given: Record<string, unknown> = {}) =>
    fixtureOf().commit(by, uploadId, { size: content, sealedSize: sealedBytes, sha256: sha256Of('sealed'), ...given });
  return {
    commit,
    async uploaded(by: UserActor, folderId: string, fields: SealedFields & Record<string, unknown> = sealing()) {
      const { uploadId, objectKey } = await fixtureOf().begin(by, folderId, fields);
      await fixtureOf().put(objectKey);
      return { ...(await commit(by, uploadId)), objectKey, uploadId };
    },
    details: (by: UserActor, folderId: string, fileId: string) =>
      fixtureOf().call(storage.file, { folderId, fileId }, by),
    versions: (by: UserActor, folderId: string, fileId: string) =>
      fixtureOf().call(storage.versions, { folderId, fileId }, by),
    sweep: (at = new Date()) => fixtureOf().app.get(RetentionSweeper).sweep(at),
  };
}
