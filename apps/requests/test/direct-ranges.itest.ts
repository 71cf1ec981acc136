import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { UserActor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import type { Manifest } from '@tradepost/sealing/file/manifest';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';

type Range = { start: number; end: number };

(isS3Installed ? describe : describe.skip)('sealed files that are read from S3', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'direct-ranges-'));
  let s3: RunningS3;
  let fixture: Fixture;
  beforeAll(async () => {
    s3 = await startS3({ dataDir: join(scratch, 's3') });
    const env = { OBJECT_STORE_URL: `${s3.url}/tradepost`, OBJECT_STORE_PUBLIC_URL: s3.endpoint };
    fixture = await startFixture(env);
    await fixture.store.prepare();
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
    await rm(scratch, { recursive: true, force: true });
  });
  afterEach(() => jest.useRealTimers());

  const { withKeys, createScenario, accepted } = sealedScenarios(() => fixture);
  const atTime = (now: number) =>
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'setInterval', 'nextTick'] });

  async function delivered(mixed = false) {
    const rita = receiver();
    await withKeys(rita);
    const scenario = await createScenario({ mixed, rita });
    const { id } = await accepted(scenario);
    const [file] = scenario.files;
    const stored = await buffer(await fixture.store.get(file!.objectKey));
    const direct = (ranges: Range[], by: UserActor = rita, fileId = file!.fileId) =>
      fixture.call(requests.directRanges, { transferId: id, fileId, ranges }, by);
    const ofArchive = (ranges: Range[], by: UserActor = rita) =>
      fixture.call(requests.directArchiveRanges, { transferId: id, ranges }, by);
    const start = () => fixture.call(requests.openFile, { transferId: id, fileId: file!.fileId, use: 'start' }, rita);
    return { ...scenario, id, stored, direct, ofArchive, start };
  }
  const read = async (url: string, range: string | undefined, method = 'GET') => {
    const answer = await fetch(url, { method, headers: range ? { range } : {} });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('come in the ranges that were signed, and in no others', async () => {
    const { stored, direct, start, ann, files } = await delivered();
    await start();
    const { urls, expiresAt } = await direct([
      { start: 84, end: 10_000 },
      { start: 10_000, end: stored.length },
    ]);
    expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect(new URL(urls[0]!).origin).toBe(s3.endpoint);
    const parts = [await read(urls[0]!, 'bytes=84-9999'), await read(urls[1]!, `bytes=10000-${stored.length - 1}`)];
    expect(parts.map(({ status }) => status)).toEqual([206, 206]);
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(stored.subarray(84))).toBe(true);
    for (const refused of [
      read(urls[0]!, undefined),
      read(urls[0]!, 'bytes=0-9999'),
      read(urls[0]!, 'bytes=84-9999', 'DELETE'),
      read(urls[0]!.replace(files[0]!.objectKey, files[1]!.objectKey), 'bytes=84-9999'),
    ])
      expect((await refused).status).toBe(403);
    // people of the sender's company may open it too
    expect((await direct([{ start: 0, end: 1 }], ann)).urls).toHaveLength(1);
  });

  it('are refused to others, and after revocation, expiry and the last download', async () => {
    const range = [{ start: 84, end: 100 }];
    const { direct, ann, id, stored, start } = await delivered();
    await start();
    for (const stranger of [receiver(), sender()])
      await expect(direct(range, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const wrong of [
      { start: 5, end: 5 },
      { start: 0, end: stored.length + 1 },
    ])
      await expect(direct([wrong])).rejects.toMatchObject({ code: 'RANGE' });
    await fixture.call(requests.revoke, { id }, ann);
    await expect(direct(range)).rejects.toMatchObject({ code: 'TRANSFER_REVOKED' });
    const later = await delivered();
    await later.start();
    atTime(Date.now() + 2 * 3_600_000);
    await expect(later.direct(range)).rejects.toMatchObject({ code: 'TRANSFER_EXPIRED' });
  });

  it('count as the bytes of a resumed download, and without one as a download', async () => {
    const { direct, start, ann, stored } = await delivered();
    const count = async () =>
      (await fixture.call(requests.transfers, { page: 1, pageSize: 50 }, ann)).items[0]!.downloads.map(
        (one) => one.count,
      );
    await start();
    const whole = [{ start: 0, end: stored.length }];
    await direct(whole);
    await direct(whole);
    expect(await count()).toEqual([1]);
    await direct(whole);
    expect(await count()).toEqual([2]);
  });

  it('have addresses that end with the transfer', async () => {
    const { direct, start } = await delivered();
    await start();
    // the transfer lives for an hour
    atTime(Date.now() + 3_600_000 - 90_000);
    const { urls, expiresAt } = await direct([{ start: 84, end: 100 }]);
    const seconds = Number(new URL(urls[0]!).searchParams.get('X-Amz-Expires'));
    expect([seconds > 0, seconds <= 90]).toEqual([true, true]);
    expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(90_000);
  });

  it('are the only ones: a managed file has no address', async () => {
    const { direct, rita, files } = await delivered(true);
    expect(await direct([{ start: 0, end: 1 }], rita, files[1]!.fileId)).toEqual({ urls: [], expiresAt: null });
  });

  describe('of the archive', () => {
    /** With the place of each file in it. */
    async function archived(mixed = false) {
      const delivery = await delivered(mixed);
      const { archive, files } = await fixture.call(requests.transfer, { id: delivery.id }, delivery.rita);
      const { entries } = JSON.parse(Buffer.from(archive.manifest!.manifest, 'base64url').toString()) as Manifest;
      const of = { transferId: delivery.id, use: 'start' as const };
      return {
        ...delivery,
        size: archive.size,
        entries,
        files,
        open: () => fixture.call(requests.openArchive, of, delivery.rita),
      };
    }

    it('come from the object of the file in which they lie', async () => {
      const { ofArchive, entries, open, ann } = await archived();
      await open();
      const { objectKey } = await open();
      for (const { offset, length } of entries) {
        const { urls, expiresAt } = await ofArchive([{ start: offset + 84, end: offset + length }]);
        expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
        const { status, bytes } = await read(urls[0]!, `bytes=84-${length - 1}`);
        expect([status, bytes.length, urls[0]!.includes(objectKey)]).toEqual([206, length - 84, false]);
        expect((await read(urls[0]!, `bytes=0-${length - 1}`)).status).toBe(403);
      }
      expect((await ofArchive([{ start: entries[0]!.offset, end: entries[0]!.offset + 1 }], ann)).urls).toHaveLength(1);
    });

    it('are refused unless each lies in one sealed file, to others, and after revocation', async () => {
      const { ofArchive, entries, size, open, ann, id } = await archived(true);
      await open();
      const sealed = entries.find(({ mode }) => mode === 'e2e')!;
      const managed = entries.find(({ mode }) => mode === 'managed')!;
      for (const wrong of [
        { start: 0, end: 10 },
        { start: sealed.offset - 1, end: sealed.offset + 1 },
        { start: sealed.offset, end: sealed.offset + sealed.length + 1 },
        { start: sealed.offset, end: sealed.offset },
        { start: managed.offset, end: managed.offset + 1 },
        { start: size, end: size + 1 },
      ])
        await expect(ofArchive([wrong])).rejects.toMatchObject({ code: 'RANGE' });
      const right = [{ start: sealed.offset, end: sealed.offset + 1 }];
      for (const stranger of [receiver(), sender()])
        await expect(ofArchive(right, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await fixture.call(requests.revoke, { id }, ann);
      await expect(ofArchive(right)).rejects.toMatchObject({ code: 'TRANSFER_REVOKED' });
    });

    it('count as the bytes of a resumed download of it', async () => {
      const { ofArchive, entries, open, ann } = await archived();
      const count = async () =>
        (await fixture.call(requests.transfers, { page: 1, pageSize: 50 }, ann)).items[0]!.downloads.map(
          ({ fileId, count }) => [fileId, count],
        );
      await open();
      const whole = entries.map(({ offset, length }) => ({ start: offset, end: offset + length }));
      await ofArchive(whole);
      await ofArchive(whole);
      expect(await count()).toEqual([[null, 1]]);
      for (let n = 0; n < 2; n += 1) await ofArchive(whole);
      expect(await count()).toEqual([[null, 2]]);
    });
  });
});
