import type { UserActor } from '@tradepost/contracts/actor';
import type { Event } from '@tradepost/contracts/define';
import type { StoredFile } from '@tradepost/contracts/storage';
import { liveBroadcastSubject, type LiveUpdateMessage } from '@tradepost/contracts/live-updates';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { TransferRow } from '../src/transfer/transfer.entity';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

/** Size of an archive of two files of 3 GB each with names of five letters. */
const archiveBytes = 6_000_000_306;
const worker = { kind: 'system', service: 'worker-zip' } as const;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

interface Delivered {
  ann: UserActor;
  rita: UserActor;
  files: StoredFile[];
  requestId: string;
  id: string;
  expiry: string;
}

async function deliver(rita = receiver(), ann = sender()): Promise<Delivered> {
  const files = fixture.stock(ann, 'a.csv', 'b.csv');
  const [request] = (await fixture.ask(files, rita)).requests;
  const { transfer } = await fixture.accept(request!.id, ann);
  return { ann, rita, files, requestId: request!.id, id: transfer.id, expiry: transfer.expiry };
}

const attach = (transferId: string, generation = 1, size = archiveBytes) =>
  fixture.call(requests.attachArchive, { transferId, generation, size }, worker);
const expire = (id: string) =>
  sql(fixture.db.read).update(TransferRow, { id }, { expiresAt: new Date(Date.now() - 1) });
const of = async <P extends { requestId: string }>(event: Event<P>, requestId: string) =>
  (await fixture.published(event)).filter((payload) => payload.requestId === requestId);

/** Every call that reads a transfer. */
const looks = ({ id, files }: Delivered, by: Parameters<Fixture['call']>[2]) => [
  fixture.call(requests.transfer, { id }, by),
  fixture.call(requests.openFile, { transferId: id, fileId: files[0]!.fileId }, by),
  fixture.call(requests.openArchive, { transferId: id }, by),
  fixture.call(requests.recordDownload, { id, userId: files[0]!.companyId }, by),
];
const refused = async (calls: Promise<unknown>[], code: string) => {
  for (const call of await Promise.allSettled(calls))
    expect(call).toMatchObject({ status: 'rejected', reason: { code } });
};

describe('a transfer', () => {
  it('shows its content to its receiver and its sender', async () => {
    const { ann, rita, files, id, expiry } = await deliver();
    const view = await fixture.call(requests.transfer, { id }, rita);
    expect(view).toEqual({
      id,
      expiry,
      status: 'live',
      senderCompany: 'Ann Trading',
      receiverEmail: rita.email,
      intendedUse: null,
      licences: [],
      maxDownloads: null,
      archive: { status: 'building', size: archiveBytes, url: `/api/file-requests/${id}/archive` },
      mode: 'managed',
      grants: null,
      keyLost: false,
      files: files.map(({ fileId, objectKey, name, size, sha256, terms }) => ({
        key: objectKey,
        fileId,
        name,
        contentType: 'text/csv',
        size,
        sha256,
        mode: 'managed',
        sealed: null,
        terms,
        url: `/api/file-requests/${id}/files/${fileId}`,
      })),
    });
    expect(await fixture.call(requests.transfer, { id }, ann)).toEqual(view);
    expect(await fixture.call(requests.openFile, { transferId: id, fileId: files[1]!.fileId }, rita)).toEqual({
      objectKey: files[1]!.objectKey,
      name: 'b.csv',
      contentType: 'text/csv',
      size: 3_000_000_000,
      etag: files[1]!.sha256,
      modifiedAt: files[1]!.updatedAt,
    });
    await expect(fixture.call(requests.openFile, { transferId: id, fileId: uuidv7() }, rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is not found for others', async () => {
    const delivered = await deliver();
    await attach(delivered.id);
    await refused(looks(delivered, sender()), 'NOT_FOUND');
    await refused(looks(delivered, receiver()), 'NOT_FOUND');
    await refused(looks(delivered, receiver({ companyId: null })), 'NOT_FOUND');
    await refused(looks(delivered, publicActor), 'UNAUTHENTICATED');
    await refused(looks({ ...delivered, id: 'unknown' }, delivered.rita), 'NOT_FOUND');
    expect(await of(requestEvents.downloaded, delivered.requestId)).toEqual([]);
  });

  it('is readable for a receiver with a pending registration', async () => {
    const delivered = await deliver();
    await attach(delivered.id);
    const pending = { ...delivered.rita, userType: 'sender', kycStatus: 'Pending' } as const;
    await Promise.all(looks(delivered, pending));
  });

  it('answers 410 once it has expired, by the server’s clock', async () => {
    const delivered = await deliver();
    await attach(delivered.id);
    await expire(delivered.id);
    await refused(looks(delivered, delivered.rita), 'TRANSFER_EXPIRED');
    await refused(looks(delivered, delivered.ann), 'TRANSFER_EXPIRED');
    await refused(looks(delivered, sender()), 'NOT_FOUND');
  });

  it('answers 410 once its sender has revoked it', async () => {
    const delivered = await deliver();
    await attach(delivered.id);
    const { id, ann, rita, requestId } = delivered;
    await expect(fixture.call(requests.revoke, { id }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.revoke, { id }, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(
      fixture.call(requests.revoke, { id }, { ...rita, userType: 'sender', kycStatus: 'Approved' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await Promise.all(looks(delivered, rita));
    await Promise.all([1, 2, 3].map(() => fixture.call(requests.revoke, { id }, ann)));
    await refused(looks(delivered, rita), 'TRANSFER_REVOKED');
    expect(await of(requestEvents.revoked, requestId)).toHaveLength(1);
  });

  it('records who downloaded what', async () => {
    const { id, rita, requestId } = await deliver();
    await fixture.call(requests.recordDownload, { id, userId: 'whatever the key begins with' }, rita);
    expect(await of(requestEvents.downloaded, requestId)).toEqual([
      expect.objectContaining({
        downloaded: ['a.csv', 'b.csv'],
        byUserId: rita.userId,
        byEmail: rita.email,
        folderNames: ['Prices'],
      }),
    ]);
  });
});

describe('the archive', () => {
  it('is attached once and its link mailed once, however often the build is reported', async () => {
    const { id, rita, requestId, expiry } = await deliver();
    const answers = await Promise.all(Array.from({ length: 10 }, () => attach(id)));
    expect(new Set(answers.map(({ attached }) => attached))).toEqual(new Set([true]));
    const sent = await fixture.mails('transfer-ready', rita.email);
    expect(sent).toHaveLength(1);
    const url = (await fixture.call(requests.liveTransfers, {}, rita)).links[0]!.url;
    expect(sent[0]!.mail.data).toEqual({
      companyName: 'Ann Trading',
      fileNames: ['a.csv', 'b.csv'],
      link: url,
      expiry,
    });
    expect(sent[0]!.intent.notAfter?.toISOString()).toBe(expiry);
    const events = await of(requestEvents.archiveReady, requestId);
    expect(events).toEqual([expect.objectContaining({ size: archiveBytes })]);
    expect(JSON.stringify(events)).not.toContain(id);
    expect((await fixture.call(requests.transfer, { id }, rita)).archive).toEqual({
      status: 'ready',
      size: archiveBytes,
      url: `/api/file-requests/${id}/archive`,
    });
    expect(await fixture.call(requests.openArchive, { transferId: id }, rita)).toEqual({
      objectKey: `transfers/${requestId}/1.zip`,
      name: 'Ann Trading.zip',
      contentType: 'application/zip',
      size: archiveBytes,
      etag: `${requestId}-1`,
      modifiedAt: expect.any(String),
    });
  });

  it('of another generation is not attached', async () => {
    const { id, rita } = await deliver();
    expect(await attach(id, 2)).toEqual({ attached: false });
    expect((await fixture.call(requests.transfer, { id }, rita)).archive).toMatchObject({ status: 'building' });
  });

  it('reports progress to both sides only while it is built', async () => {
    const { id, rita } = await deliver();
    const received: LiveUpdateMessage[] = [];
    await fixture.bus.listen(liveBroadcastSubject, (data) =>
      received.push((JSON.parse(Buffer.from(data).toString()) as { payload: LiveUpdateMessage }).payload),
    );
    const report = (percent: number, generation = 1) =>
      fixture.call(requests.reportArchive, { transferId: id, generation, percent }, worker);
    await report(40);
    await report(50, 2);
    await attach(id);
    await report(60);
    expect(received).toEqual([
      {
        type: 'archive.progress',
        audience: [{ companyId: expect.any(String) }, { userId: rita.userId }],
        data: { transferId: id, percent: 40 },
      },
    ]);
  });

  it('may fail and still succeed on a retry', async () => {
    const { id, rita } = await deliver();
    const fail = () => fixture.call(requests.failArchive, { transferId: id, generation: 1 }, worker);
    await fail();
    expect((await fixture.call(requests.transfer, { id }, rita)).archive).toMatchObject({ status: 'failed' });
    await attach(id);
    await fail();
    expect((await fixture.call(requests.transfer, { id }, rita)).archive).toMatchObject({ status: 'ready' });
  });

  it('of a revoked or expired transfer is never mailed', async () => {
    const [revoked, expired] = [await deliver(), await deliver()];
    await fixture.call(requests.revoke, { id: revoked.id }, revoked.ann);
    await expire(expired.id);
    for (const { id, rita } of [revoked, expired]) {
      await attach(id);
      expect(await fixture.mails('transfer-ready', rita.email)).toEqual([]);
    }
  });
});

describe('live transfers', () => {
  it('list the newest live link of each file of the receiver', async () => {
    const rita = receiver();
    const first = await deliver(rita);
    const [again] = (await fixture.ask(first.files.slice(0, 1), rita)).requests;
    const newer = (await fixture.accept(again!.id, first.ann, inAnHour())).transfer;
    const [gone, over] = [await deliver(rita), await deliver(rita)];
    await fixture.call(requests.revoke, { id: gone.id }, gone.ann);
    await expire(over.id);
    await deliver();
    const { links } = await fixture.call(requests.liveTransfers, {}, rita);
    const seen = Object.fromEntries(links.map(({ fileId, url }) => [fileId, new URL(url).searchParams.get('id')]));
    expect(seen).toEqual({ [first.files[0]!.fileId]: newer.id, [first.files[1]!.fileId]: first.id });
    expect(await fixture.call(requests.liveTransfers, {}, first.ann)).toEqual({ links: [] });
  });
});
