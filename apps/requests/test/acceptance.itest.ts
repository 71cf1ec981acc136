import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { StepUpRow } from '../src/step-up/step-up.entity';
import { TransferRow } from '../src/transfer/transfer.entity';
import { inAnHour, minutesAgo, origin, outcomesOf, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ACCEPT_CODE_TRIES_PER_DAY: '12' });
});
afterAll(() => fixture.stop());

describe('confirming', () => {
  it('creates the transfer, enqueues its archive and informs both sides, in one transaction', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = fixture.stock(ann, 'b.csv', 'a.csv');
    const [request] = (await fixture.ask(files, rita)).requests;
    const expiry = inAnHour();
    const answer = await fixture.accept(request!.id, ann, expiry);
    const { id, url } = answer.transfer;
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer).toMatchObject({
      transfer: { expiry, url: transferLink(origin, id, expiry) },
      request: { status: 'accepted', expiry, transferId: id },
    });
    expect(url).toContain(`${origin}/dashboard?id=${id}&expiry=`);
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ status: 'accepted', expiry, transferId: id }]);

    const job = (await fixture.jobs('zip')).find(({ key }) => key === `${id}-1`);
    expect(job!.payload).toEqual({
      transferId: id,
      generation: 1,
      target: `transfers/${request!.id}/1.zip`,
      entries: files.map(({ objectKey, name, size, crc32, updatedAt }) => ({
        objectKey,
        name,
        size,
        crc32,
        modifiedAt: updatedAt,
      })),
    });
    const [event] = (await fixture.published(requestEvents.accepted)).filter(
      ({ requestId }) => requestId === request!.id,
    );
    expect(event).toMatchObject({ expiry, fileNames: ['b.csv', 'a.csv'], companyId: ann.companyId });
    expect(JSON.stringify(event)).not.toContain(id);
  });

  it('needs a code verified by this session, at most ten minutes ago', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    const confirm = (by = ann) => fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, by);
    await expect(confirm()).rejects.toMatchObject({
      code: 'NOT_VERIFIED',
      status: 403,
      message: 'Please verify your token first.',
    });
    await fixture.codeFor(id, ann);
    await expect(confirm()).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await fixture.prove(id, ann);
    await expect(confirm({ ...ann, sessionId: uuidv7() })).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await expect(confirm(sender({ companyId: ann.companyId }))).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    await expect(confirm(sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await sql(fixture.db.read).update(StepUpRow, { requestId: id }, { verifiedAt: minutesAgo(10) });
    await expect(confirm()).rejects.toMatchObject({ code: 'NOT_VERIFIED' });
    expect(await sql(fixture.db.read).countBy(TransferRow, { requestId: id })).toBe(0);
    await fixture.prove(id, ann);
    expect(await confirm()).toMatchObject({ request: { status: 'accepted' } });
    await expect(confirm()).rejects.toMatchObject({ code: 'REQUEST_NOT_PENDING', status: 409 });
  });

  it('needs an expiry between now and five years', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    await fixture.prove(id, ann);
    const confirm = (expiry: unknown) => fixture.call(requests.confirm, { requestId: id, expiry }, ann);
    await expect(confirm(minutesAgo(0).toISOString())).rejects.toMatchObject({
      code: 'EXPIRY_NOT_FUTURE',
      message: 'Expiry time must be in the future.',
    });
    for (const expiry of ['soon', 42, '', undefined])
      await expect(confirm(expiry)).rejects.toMatchObject({ status: 400, errors: [{ field: 'expiry' }] });
    await expect(confirm(new Date(Date.now() + 5.01 * 366 * 86_400_000).toISOString())).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'expiry' }],
    });
    expect(await confirm(inAnHour())).toMatchObject({ request: { status: 'accepted' } });
  });

  it('gives some of the files, with the intended use and the terms of the folders at that time', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = fixture.stock(ann, 'a.csv', 'b.csv', 'c.csv');
    fixture.licences.set(files[2]!.folderId, 'Internal use only');
    fixture.licences.set(files[1]!.folderId, 'Not among those given');
    const input = { files: files.map(({ fileId }) => ({ id: fileId })), intendedUse: 'A price index' };
    const [request] = (await fixture.call(requests.create, input, rita)).requests;
    await fixture.prove(request!.id, ann);
    const confirm = (fileIds: string[], more: object = {}) =>
      fixture.call(requests.confirm, { requestId: request!.id, expiry: inAnHour(), fileIds, ...more }, ann);
    const foreign = fixture.stock(ann, 'other.csv')[0]!;
    await expect(confirm([files[0]!.fileId, foreign.fileId])).rejects.toMatchObject({
      status: 400,
      errors: [{ field: 'fileIds' }],
    });
    await expect(confirm([])).rejects.toMatchObject({ status: 400, errors: [{ field: 'fileIds' }] });
    for (const maxDownloads of [0, 1.5, -1, 'many'])
      await expect(confirm([files[0]!.fileId], { maxDownloads })).rejects.toMatchObject({
        status: 400,
        errors: [{ field: 'maxDownloads' }],
      });
    const { transfer } = await confirm([files[2]!.fileId, files[0]!.fileId], { maxDownloads: 3 });
    fixture.licences.set(files[2]!.folderId, 'Changed later');
    expect(await fixture.call(requests.transfer, { id: transfer.id }, rita)).toMatchObject({
      files: [{ name: 'a.csv' }, { name: 'c.csv' }],
      intendedUse: 'A price index',
      licences: [{ folderName: 'Prices', terms: 'Internal use only' }],
      maxDownloads: 3,
    });
    expect(fixture.holds.get(request!.id)!.fileIds).toEqual([files[0]!.fileId, files[2]!.fileId]);
    expect(
      (await fixture.published(requestEvents.accepted)).find(({ requestId }) => requestId === request!.id),
    ).toMatchObject({ fileNames: ['a.csv', 'c.csv'] });
  });

  it('leaves out deleted files and needs at least one other', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [present, deleted] = fixture.stock(ann, 'present.csv', 'deleted.csv');
    const [request] = (await fixture.ask([deleted!, present!], rita)).requests;
    await fixture.prove(request!.id, ann);
    fixture.storedFiles.delete(deleted!.fileId);
    fixture.storedFiles.delete(present!.fileId);
    const confirm = () => fixture.call(requests.confirm, { requestId: request!.id, expiry: inAnHour() }, ann);
    await expect(confirm()).rejects.toMatchObject({ code: 'FILES_GONE', status: 409 });
    fixture.storedFiles.set(present!.fileId, present!);
    const { transfer } = await confirm();
    expect((await fixture.call(requests.transfer, { id: transfer.id }, rita)).files).toMatchObject([
      { fileId: present!.fileId, name: 'present.csv' },
    ]);
  });

  it('is rejected while the registration needs attention', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    await fixture.prove(id, ann);
    const confirm = (by: Parameters<Fixture['prove']>[1]) =>
      fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, by);
    await expect(confirm({ ...ann, kycStatus: 'Changes requested' })).rejects.toMatchObject({ code: 'KYC_NOT_GOOD' });
    await expect(confirm({ ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({ code: 'KYC_PENDING' });
    await expect(
      fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, publicActor),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('succeeds once among fifty parallel calls', async () => {
    const ann = sender();
    const { id } = await fixture.pending(ann, receiver());
    await fixture.prove(id, ann);
    const { won, lost } = await outcomesOf(
      Array.from({ length: 50 }, () => fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann)),
    );
    expect(won).toBe(1);
    expect(new Set(lost)).toEqual(new Set(['REQUEST_NOT_PENDING']));
    expect(await sql(fixture.db.read).countBy(TransferRow, { requestId: id })).toBe(1);
    expect((await fixture.published(requestEvents.accepted)).filter(({ requestId }) => requestId === id)).toHaveLength(
      1,
    );
  });

  it('or rejecting succeeds, never both', async () => {
    const ann = sender();
    for (let round = 0; round < 20; round += 1) {
      const rita = receiver();
      const { id } = await fixture.pending(ann, rita);
      await fixture.prove(id, ann);
      const calls = [
        () => fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann),
        () => fixture.call(requests.reject, { id }, ann),
      ];
      const { won, lost } = await outcomesOf((round % 2 ? calls : calls.reverse()).map((call) => call()));
      expect([won, lost]).toEqual([1, ['REQUEST_NOT_PENDING']]);
      expect(fixture.holds.has(id)).toBe((await sql(fixture.db.read).countBy(TransferRow, { requestId: id })) === 1);
      const [seen] = (await fixture.call(requests.mine, {}, rita)) as { status: string }[];
      expect(await sql(fixture.db.read).countBy(TransferRow, { requestId: id })).toBe(
        seen!.status === 'accepted' ? 1 : 0,
      );
    }
  });
});
