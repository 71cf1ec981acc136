import type { UserActor } from '@tradepost/contracts/actor';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import { publicActor } from '@tradepost/testing/service-harness';
import { TransferRow } from '../src/transfer/transfer.entity';
import { TransferSweeper } from '../src/transfer/transfer.sweeper';
import { origin, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { inHours, transfersOf } from './transfer-kit';
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { deliver, change, expire, of } = transfersOf(() => fixture);

const row = (id: string) => sql(fixture.db.read).findOneByOrFail(TransferRow, { id });
const links = (rita: UserActor) => fixture.mails('transfer-ready', rita.email);

describe('extending', () => {
  it('moves the expiry, holds the files until then and mails the new link', async () => {
    const { id, ann, rita, requestId } = await deliver();
    const expiry = inHours(48);
    const { transfer } = await fixture.call(requests.extend, { id, expiry }, ann);
    expect(transfer).toMatchObject({ id, requestId, status: 'live', expiry, url: transferLink(origin, id, expiry) });
    expect((await fixture.call(requests.transfer, { id }, rita)).expiry).toBe(expiry);
    expect(fixture.holds.get(requestId)!.until).toBe(expiry);
    expect((await links(rita)).map(({ mail }) => mail.data.link)).toEqual([transferLink(origin, id, expiry)]);
    expect(await of(requestEvents.extended, requestId)).toMatchObject([{ expiry }]);
    expect((await row(id)).remindAt).not.toBeNull();
  });

  it('is only for the sender, only for transfers that are not revoked, and only to a later time', async () => {
    const { id, ann, rita, expiry } = await deliver();
    const extend = (to: unknown, by: Parameters<Fixture['call']>[2] = ann) =>
      fixture.call(requests.extend, { id, expiry: to as string }, by);
    await expect(extend(inHours(2), sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(extend(inHours(2), rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(extend(inHours(2), publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(extend(inHours(2), { ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({ code: 'KYC_PENDING' });
    await expect(extend(expiry)).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'expiry' }] });
    await expect(extend('2020-01-01')).rejects.toMatchObject({ code: 'EXPIRY_NOT_FUTURE' });
    await expect(extend('never')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(extend(inHours(24 * 366 * 6))).rejects.toMatchObject({ code: 'INVALID' });
    await fixture.call(requests.revoke, { id }, ann);
    await expect(extend(inHours(2))).rejects.toMatchObject({ code: 'TRANSFER_REVOKED' });
    expect((await row(id)).expiresAt.toISOString()).toBe(expiry);
  });

  it('reopens an expired transfer and rebuilds its archive if that was removed', async () => {
    const { id, ann, rita, requestId } = await deliver();
    await expire(id);
    await fixture.app.get(TransferSweeper).sweep();
    await fixture.call(requests.extend, { id, expiry: inHours(2) }, ann);
    expect(await fixture.call(requests.transfer, { id }, rita)).toMatchObject({
      status: 'live',
      archive: { status: 'building' },
    });
    const job = (await fixture.jobs('zip')).find(({ key }) => key === `${id}-2`);
    expect(job!.payload).toMatchObject({
      transferId: id,
      generation: 2,
      target: `transfers/${requestId}/2.zip`,
      entries: [{ name: 'a.csv' }, { name: 'b.csv' }],
    });
  });

  it('changes nothing when the files were deleted', async () => {
    const { id, ann, requestId } = await deliver();
    await expire(id);
    fixture.holds.delete(requestId);
    await expect(fixture.call(requests.extend, { id, expiry: inHours(2) }, ann)).rejects.toMatchObject({
      code: 'FILES_GONE',
    });
    expect((await row(id)).expiresAt.getTime()).toBeLessThan(Date.now());
  });
});

describe('the link', () => {
  it('is mailed again at most once a minute, by the sender of a live transfer', async () => {
    const { id, ann, rita } = await deliver();
    const resend = (by: Parameters<Fixture['call']>[2] = ann) => fixture.call(requests.resendLink, { id }, by);
    await resend();
    const refusal = await resend().catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY', status: 429 });
    expect(refusal.retryAfter).toBeLessThanOrEqual(60);
    expect(await links(rita)).toHaveLength(1);
    await change(id, { linkMailedAt: new Date(Date.now() - 61_000) });
    await resend();
    expect(await links(rita)).toHaveLength(2);
    await expect(resend(sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(resend(rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(resend(publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expire(id);
    await expect(resend()).rejects.toMatchObject({ code: 'TRANSFER_EXPIRED' });
    expect(await links(rita)).toHaveLength(2);
  });
});

describe('revoking', () => {
  it('informs the receiver of the reason and releases the files', async () => {
    const { id, ann, rita, requestId } = await deliver();
    expect(fixture.holds.has(requestId)).toBe(true);
    await fixture.call(requests.revoke, { id, reason: ' the wrong year ' }, ann);
    await expect(fixture.call(requests.transfer, { id }, rita)).rejects.toMatchObject({
      code: 'TRANSFER_REVOKED',
      status: 410,
      message: 'The sender has revoked this transfer: the wrong year',
    });
    expect(await of(requestEvents.revoked, requestId)).toMatchObject([{ reason: 'the wrong year' }]);
    expect(fixture.holds.has(requestId)).toBe(false);
    await fixture.call(requests.revoke, { id, reason: 'another' }, ann);
    expect((await row(id)).revokeReason).toBe('the wrong year');
  });
});

describe('requesting again', () => {
  it('creates one new request for the same files, however often it is called', async () => {
    const { id, ann, rita, files, requestId } = await deliver();
    const again = (note?: string) => fixture.call(requests.askAgain, { id, note }, rita);
    await expect(again()).rejects.toMatchObject({ code: 'TRANSFER_LIVE', status: 409 });
    await expire(id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => again('I was away')));
    const { request } = answers[0]!;
    expect(new Set(answers.map((answer) => answer.request.id))).toEqual(new Set([request.id]));
    expect(request).toMatchObject({
      status: 'pending',
      fileIds: files.map(({ fileId }) => fileId),
      note: 'I was away',
      companyName: ann.companyName,
    });
    expect(request.id).not.toBe(requestId);
    expect(await of(requestEvents.created, request.id)).toHaveLength(1);
    expect(await fixture.accept(request.id, ann)).toMatchObject({ request: { status: 'accepted' } });
  });

  it('is for the terms and versions of now, also where they need an approval', async () => {
    const { id, ann, rita, files } = await deliver();
    await expire(id);
    await fixture.call(requests.setApprovalRule, { approvals: 1, above: { amount: 500, currency: 'EUR' } }, ann);
    const [file] = files;
    Object.assign(fixture.storedFiles.get(file!.fileId)!, {
      size: 77,
      terms: { ...file!.terms, totalAmount: '1000.00', currency: 'EUR' },
    });
    const { request } = await fixture.call(requests.askAgain, { id }, rita);
    expect(request.files[0]).toMatchObject({ size: 77, terms: { totalAmount: '1000.00', currency: 'EUR' } });
    await expect(fixture.accept(request.id, ann)).rejects.toMatchObject({ code: 'APPROVAL_MISSING' });
  });

  it('asks also for files that the receiver no longer sees, as they were sent', async () => {
    const { id, rita, files } = await deliver();
    await expire(id);
    fixture.storedFiles.delete(files[0]!.fileId);
    const { request } = await fixture.call(requests.askAgain, { id }, rita);
    expect(request).toMatchObject({ status: 'pending', fileIds: files.map(({ fileId }) => fileId) });
  });

  it('works after a revocation, only for the receiver', async () => {
    const { id, ann, rita } = await deliver();
    await fixture.call(requests.revoke, { id }, ann);
    for (const other of [ann, sender(), receiver()])
      await expect(fixture.call(requests.askAgain, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.askAgain, { id }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(requests.askAgain, { id }, { ...rita, kycStatus: 'Pending' })).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    expect((await fixture.call(requests.askAgain, { id }, rita)).request.status).toBe('pending');
  });
});

describe('lists', () => {
  it('show each side its own transfers, paged, searched, filtered by status and sorted', async () => {
    const [ann, rita, tom] = [sender(), receiver({ companyName: 'Abel Ltd' }), receiver({ companyName: 'Zoe Ltd' })];
    const first = await deliver({ ann, rita, expiry: inHours(1) });
    const second = await deliver({ ann, rita: tom, expiry: inHours(5) });
    const third = await deliver({ ann, rita, expiry: inHours(3) });
    await expire(first.id);
    await fixture.call(requests.revoke, { id: second.id, reason: 'why not' }, ann);
    const list = async (query: object, by = ann) => {
      const page = await fixture.call(requests.transfers, { page: 1, pageSize: 50, ...query }, by);
      return { ...page, ids: page.items.map(({ id }) => id) };
    };
    const all = await list({});
    expect(all.ids).toEqual([third.id, second.id, first.id]);
    expect(all.items[1]).toMatchObject({
      status: 'revoked',
      reason: 'why not',
      companyName: 'Zoe Ltd',
      receiverEmail: tom.email,
      files: 2,
      fileNames: ['a.csv', 'b.csv'],
      size: 6_000_000_000,
    });
    expect(await list({ pageSize: 2, page: 2 })).toMatchObject({ ids: [first.id], total: 3, page: 2, pageSize: 2 });
    for (const [status, id] of [
      ['live', third.id],
      ['expired', first.id],
      ['revoked', second.id],
    ])
      expect((await list({ status })).ids).toEqual([id]);
    expect((await list({ q: 'zoe' })).ids).toEqual([second.id]);
    expect((await list({ sort: 'companyName' })).ids[2]).toBe(second.id);
    expect((await list({ sort: '-expiry' })).ids[0]).toBe(second.id);
    await expect(list({ sort: 'secret' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(list({ status: 'open' })).rejects.toMatchObject({ code: 'INVALID' });
    expect((await list({}, sender())).total).toBe(0);
    await expect(list({}, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const mine = await fixture.call(requests.myTransfers, { page: 1, pageSize: 50 }, rita);
    expect(mine.items.map(({ id, companyName }) => [id, companyName])).toEqual([
      [third.id, 'Ann Trading'],
      [first.id, 'Ann Trading'],
    ]);
    const only = async (id: string) =>
      (await fixture.call(requests.myTransfers, { id }, rita)).items.map((one) => one.id);
    expect(await only(first.id)).toEqual([first.id]);
    expect(await only(second.id)).toEqual([]);
    await expect(fixture.call(requests.myTransfers, { page: 1, pageSize: 50 }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
