import { requestEvents, requests } from '@tradepost/contracts/requests';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('has entities that match the migrations', async () => {
  expect((await fixture.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('requesting files', () => {
  it('creates one request per company and informs each', async () => {
    const [ann, bob, rita] = [sender({ companyName: 'Ann' }), sender({ companyName: 'Bob' }), receiver()];
    const [a1, a2] = fixture.stock(ann, 'a1.csv', 'a2.csv');
    const [b1] = fixture.stock(bob, 'b1.csv');
    const answer = await fixture.ask([a2!, b1!, a1!, a2!], rita);
    expect(answer.alreadyPending).toEqual([]);
    expect(answer.requests).toEqual([
      expect.objectContaining({
        companyName: 'Ann',
        status: 'pending',
        receiverEmail: rita.email,
        fileIds: [a2!.fileId, a1!.fileId],
        fileNames: ['a2.csv', 'a1.csv'],
      }),
      expect.objectContaining({
        companyName: 'Bob',
        fileIds: [b1!.fileId],
        files: [
          {
            id: b1!.fileId,
            name: 'b1.csv',
            mimetype: 'text/csv',
            size: 3_000_000_000,
            mode: 'managed',
            terms: b1!.terms,
          },
        ],
      }),
    ]);
    const events = (await fixture.published(requestEvents.created)).filter(
      ({ receiverUserId }) => receiverUserId === rita.userId,
    );
    expect(events.map(({ companyId }) => companyId)).toEqual([ann.companyId, bob.companyId]);
    expect(events[0]).toEqual({
      requestId: answer.requests[0]!.id,
      companyId: ann.companyId,
      companyName: 'Ann',
      receiverUserId: rita.userId,
      receiverEmail: rita.email,
      receiverCompanyId: rita.companyId,
      receiverCompanyName: 'Rita Buying',
      requestedBy: rita.userId,
      assigneeId: null,
      approvalsNeeded: 0,
      fileNames: ['a2.csv', 'a1.csv'],
      folderNames: ['Prices'],
    });
  });

  it('creates nothing when any file is not visible', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [file] = fixture.stock(ann, 'a.csv');
    await expect(fixture.ask([file!, { ...file!, fileId: uuidv7() }], rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    expect(await fixture.call(requests.mine, { id: rita.userId }, rita)).toEqual([]);
  });

  it('does not request pending files twice, but does again after a rejection', async () => {
    const [ann, rita, tom] = [sender(), receiver(), receiver()];
    const [one, two] = fixture.stock(ann, 'one.csv', 'two.csv');
    const first = await fixture.ask([one!], rita);
    const second = await fixture.ask([one!, two!], rita);
    expect(second).toMatchObject({ alreadyPending: [one!.fileId], requests: [{ fileIds: [two!.fileId] }] });
    expect(await fixture.ask([one!, two!], rita)).toMatchObject({ requests: [] });
    expect((await fixture.ask([one!], tom)).alreadyPending).toEqual([]);
    await fixture.call(requests.reject, { id: first.requests[0]!.id }, ann);
    expect(await fixture.ask([one!], rita)).toMatchObject({
      alreadyPending: [],
      requests: [{ fileIds: [one!.fileId] }],
    });
  });

  it('creates one request for twenty parallel calls', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = fixture.stock(ann, 'one.csv', 'two.csv');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fixture.ask(i % 2 ? files : [...files].reverse(), rita)),
    );
    expect(answers.flatMap(({ requests: made }) => made)).toHaveLength(1);
    expect(answers.filter(({ alreadyPending }) => alreadyPending.length === 2)).toHaveLength(19);
  });

  it('answers a repeat with the same idempotency key like the first call', async () => {
    const rita = receiver();
    const files = fixture.stock(sender(), 'a.csv');
    const first = await fixture.ask(files, rita, { idempotencyKey: 'k' });
    expect(await fixture.ask(files, rita, { idempotencyKey: 'k' })).toEqual(first);
    expect(first.requests).toHaveLength(1);
  });

  it('rejects anonymous callers, a foreign company name, a Pending company and invalid input', async () => {
    const rita = receiver();
    const files = fixture.stock(sender(), 'a.csv').map(({ fileId }) => ({ id: fileId }));
    await expect(fixture.call(requests.create, { files }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(requests.create, { files, requesterId: uuidv7() }, rita)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(
      fixture.call(requests.create, { files, receiverEmail: 'tom@example.com' }, rita),
    ).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(fixture.call(requests.create, { files }, sender({ kycStatus: 'Pending' }))).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(fixture.call(requests.create, { files: [] }, rita)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'files' }],
    });
    expect(await fixture.call(requests.mine, {}, rita)).toEqual([]);
  });
});

describe('the receiver’s texts', () => {
  it('are part of the request for both sides, up to a thousand characters', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = fixture.stock(ann, 'a.csv').map(({ fileId }) => ({ id: fileId }));
    const create = (words: object) => fixture.call(requests.create, { files, ...words }, rita);
    await expect(create({ note: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'note' }],
    });
    await expect(create({ intendedUse: 7 })).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'intendedUse' }],
    });
    await create({ note: ' Hello\nAnn ', intendedUse: 'x'.repeat(1000) });
    const expected = [{ note: 'Hello\nAnn', intendedUse: 'x'.repeat(1000), reason: null }];
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject(expected);
    expect(await fixture.call(requests.ofCompany, {}, ann)).toMatchObject(expected);
  });

  it('are accepted with at most a thousand files', async () => {
    const files = Array.from({ length: 10_000 }, () => ({ id: uuidv7() }));
    await expect(fixture.call(requests.create, { files }, receiver())).rejects.toMatchObject({
      status: 400,
      message: 'At most 1000 files in one request',
    });
  });
});

describe('withdrawing a request', () => {
  it('removes it and its codes while it is pending', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    await fixture.codeFor(id, ann);
    await fixture.call(requests.withdraw, { id }, rita);
    expect(await fixture.call(requests.ofCompany, {}, ann)).toEqual([]);
    await expect(fixture.call(requests.withdraw, { id }, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      fixture.call(requests.confirm, { requestId: id, expiry: new Date(Date.now() + 60_000).toISOString() }, ann),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await fixture.published(requestEvents.withdrawn)).filter(({ requestId }) => requestId === id)).toHaveLength(
      1,
    );
    const decided = await fixture.pending(ann, rita);
    await fixture.call(requests.reject, { id: decided.id }, ann);
    await expect(fixture.call(requests.withdraw, { id: decided.id }, rita)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
      status: 409,
    });
  });

  it('is only for its receiver', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    for (const other of [ann, sender(), receiver()])
      await expect(fixture.call(requests.withdraw, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.withdraw, { id }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(requests.withdraw, { id: 'no-uuid' }, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'pending' }]);
  });

  it('or accepting succeeds, never both', async () => {
    const ann = sender();
    for (let round = 0; round < 6; round += 1) {
      const rita = receiver();
      const { id } = await fixture.pending(ann, rita);
      await fixture.prove(id, ann);
      const calls = [
        () =>
          fixture.call(requests.confirm, { requestId: id, expiry: new Date(Date.now() + 60_000).toISOString() }, ann),
        () => fixture.call(requests.withdraw, { id }, rita),
      ];
      const results = await Promise.allSettled((round % 2 ? calls : calls.reverse()).map((call) => call()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect([404, 409]).toContain(result.reason.status);
    }
  });
});

describe('rejecting', () => {
  it('is final and informs both sides once', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    expect(await fixture.call(requests.reject, { id, email: rita.email }, ann)).toMatchObject({
      request: { id, status: 'rejected' },
    });
    await expect(fixture.call(requests.reject, { id }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
      status: 409,
    });
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'rejected' }]);
    const events = (await fixture.published(requestEvents.rejected)).filter(({ requestId }) => requestId === id);
    expect(events).toHaveLength(1);
  });

  it('gives the reason', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    await expect(fixture.call(requests.reject, { id, reason: 'x'.repeat(1001) }, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
    await fixture.call(requests.reject, { id, reason: 'Not for sale' }, ann);
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ status: 'rejected', reason: 'Not for sale' }]);
    expect((await fixture.published(requestEvents.rejected)).filter(({ requestId }) => requestId === id)).toMatchObject(
      [{ reason: 'Not for sale' }],
    );
  });

  it('handles many requests, each in its own transaction', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [one, two, done] = [
      await fixture.pending(ann, rita),
      await fixture.pending(ann, rita),
      await fixture.pending(ann, rita),
    ];
    const foreign = await fixture.pending(sender(), rita);
    await fixture.call(requests.reject, { id: done.id }, ann);
    const answer = await fixture.call(
      requests.rejectMany,
      { ids: [one.id, two.id, two.id, done.id, foreign.id, 'no-uuid'], reason: 'Closed' },
      ann,
    );
    expect(answer.rejected).toMatchObject([{ id: one.id, status: 'rejected', reason: 'Closed' }, { id: two.id }]);
    expect(answer.failed.map(({ id, code }) => [id, code])).toEqual([
      [done.id, 'REQUEST_NOT_PENDING'],
      [foreign.id, 'NOT_FOUND'],
      ['no-uuid', 'NOT_FOUND'],
    ]);
    await expect(fixture.call(requests.rejectMany, { ids: [] }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(fixture.call(requests.rejectMany, { ids: [foreign.id] }, rita)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(fixture.call(requests.rejectMany, { ids: [foreign.id] }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('is only for the sender', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await fixture.pending(ann, rita);
    await expect(fixture.call(requests.reject, { id }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(requests.reject, { id }, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.call(requests.reject, { id }, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(fixture.call(requests.reject, { id }, { ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(fixture.call(requests.reject, { id: 'no-uuid' }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'pending' }]);
  });
});
