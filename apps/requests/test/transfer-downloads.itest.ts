import type { UserActor } from '@tradepost/contracts/actor';
import { requestEvents, requests, type TransferItem } from '@tradepost/contracts/requests';
import { startFixture, type Fixture } from './fixture';
import { type Delivered, transfersOf } from './transfer-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { deliver, of } = transfersOf(() => fixture);

describe('downloads', () => {
  const archive = (of: Delivered, by: UserActor, use: 'start' | 'resume' | 'look' = 'start') =>
    fixture.call(requests.openArchive, { transferId: of.id, use }, by);
  const resumed = async (of: Delivered, part: number) => {
    const { size } = await archive(of, of.rita, 'look');
    const bytes = Math.floor(size * part);
    await fixture.call(requests.openArchive, { transferId: of.id, use: 'resume', bytes }, of.rita);
    return bytes;
  };
  const listed = async (ann: UserActor): Promise<TransferItem> =>
    (await fixture.call(requests.transfers, { page: 1, pageSize: 50 }, ann)).items[0]!;

  it('are counted when they start, only for the receiver, and the first publishes one event', async () => {
    const delivered = await deliver();
    const { ann, rita, files, requestId, id } = delivered;
    await archive(delivered, ann);
    await archive(delivered, rita, 'look');
    expect((await listed(ann)).downloads).toEqual([]);
    await Promise.all([archive(delivered, rita), archive(delivered, rita)]);
    await archive(delivered, rita, 'resume');
    await fixture.call(requests.openFile, { transferId: id, fileId: files[1]!.fileId, use: 'resume' }, rita);
    expect((await listed(ann)).downloads).toEqual([
      {
        what: 'file',
        fileId: files[1]!.fileId,
        name: 'b.csv',
        byEmail: rita.email,
        count: 1,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
      {
        what: 'archive',
        fileId: null,
        name: 'Ann Trading.zip',
        byEmail: rita.email,
        count: 2,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ]);
    expect(await of(requestEvents.firstDownloaded, requestId)).toHaveLength(1);
  });

  it('stop at their limit, also for parallel calls; an interrupted download can resume', async () => {
    const delivered = await deliver({ maxDownloads: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => archive(delivered, delivered.rita)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'DOWNLOADS_USED', status: 410 });
    await archive(delivered, delivered.rita, 'resume');
    await archive(delivered, delivered.ann);
    await fixture.call(
      requests.openFile,
      { transferId: delivered.id, fileId: delivered.files[0]!.fileId },
      delivered.rita,
    );
    expect(await fixture.call(requests.transfer, { id: delivered.id }, delivered.rita)).toMatchObject({
      maxDownloads: 2,
    });
  });

  it('can resume for twice their bytes; after that, another download is counted', async () => {
    const delivered = await deliver({ maxDownloads: 2 });
    const counted = async () => (await listed(delivered.ann)).downloads.map(({ count }) => count);
    await archive(delivered, delivered.rita);
    for (let n = 0; n < 4; n += 1) await resumed(delivered, 0.4);
    expect(await counted()).toEqual([1]);
    const bytes = await resumed(delivered, 0.4);
    await fixture.call(requests.returnBytes, { transferId: delivered.id, bytes }, delivered.rita);
    await resumed(delivered, 0.4);
    expect(await counted()).toEqual([1]);
    await resumed(delivered, 0.4);
    expect(await counted()).toEqual([2]);
    for (let n = 0; n < 5; n += 1) await resumed(delivered, 0.4);
    await expect(resumed(delivered, 0.4)).rejects.toMatchObject({ code: 'DOWNLOADS_USED', status: 410 });
  });
});
