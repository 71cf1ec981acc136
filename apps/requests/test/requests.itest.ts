import { requestEvents, requests, type RequestView } from '@tradepost/contracts/requests';
import type { Page } from '@tradepost/contracts/fields';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

it('keeps entities and migrations in agreement', async () => {
  expect((await stage.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('asking for files', () => {
  it('makes one request a company, and tells each', async () => {
    const [ann, bob, rita] = [sender({ companyName: 'Ann' }), sender({ companyName: 'Bob' }), receiver()];
    const [a1, a2] = stage.stock(ann, 'a1.csv', 'a2.csv');
    const [b1] = stage.stock(bob, 'b1.csv');
    const answer = await stage.ask([a2!, b1!, a1!, a2!], rita);
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
        files: [{ id: b1!.fileId, name: 'b1.csv', mimetype: 'text/csv', size: 3_000_000_000, mode: 'managed' }],
      }),
    ]);
    const events = (await stage.published(requestEvents.created)).filter(
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
      fileNames: ['a2.csv', 'a1.csv'],
      folderNames: ['Prices'],
    });
  });

  it('makes nothing when any file is not visible', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [file] = stage.stock(ann, 'a.csv');
    await expect(stage.ask([file!, { ...file!, fileId: uuidv7() }], rita)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    });
    expect(await stage.call(requests.mine, { id: rita.userId }, rita)).toEqual([]);
  });

  it('does not ask twice for what is pending, yet again after a rejection', async () => {
    const [ann, rita, tom] = [sender(), receiver(), receiver()];
    const [one, two] = stage.stock(ann, 'one.csv', 'two.csv');
    const first = await stage.ask([one!], rita);
    const second = await stage.ask([one!, two!], rita);
    expect(second).toMatchObject({ alreadyPending: [one!.fileId], requests: [{ fileIds: [two!.fileId] }] });
    expect(await stage.ask([one!, two!], rita)).toMatchObject({ requests: [] });
    expect((await stage.ask([one!], tom)).alreadyPending).toEqual([]);
    await stage.call(requests.reject, { id: first.requests[0]!.id }, ann);
    expect(await stage.ask([one!], rita)).toMatchObject({ alreadyPending: [], requests: [{ fileIds: [one!.fileId] }] });
  });

  it('asks once when the same is asked twenty times at once', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = stage.stock(ann, 'one.csv', 'two.csv');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stage.ask(i % 2 ? files : [...files].reverse(), rita)),
    );
    expect(answers.flatMap(({ requests: made }) => made)).toHaveLength(1);
    expect(answers.filter(({ alreadyPending }) => alreadyPending.length === 2)).toHaveLength(19);
  });

  it('answers a repeat with the same key as the first time', async () => {
    const rita = receiver();
    const files = stage.stock(sender(), 'a.csv');
    const first = await stage.ask(files, rita, { idempotencyKey: 'k' });
    expect(await stage.ask(files, rita, { idempotencyKey: 'k' })).toEqual(first);
    expect(first.requests).toHaveLength(1);
  });

  it('refuses nobody, another name, a Pending company and bad input', async () => {
    const rita = receiver();
    const files = stage.stock(sender(), 'a.csv').map(({ fileId }) => ({ id: fileId }));
    await expect(stage.call(requests.create, { files }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(stage.call(requests.create, { files, requesterId: uuidv7() }, rita)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(stage.call(requests.create, { files, receiverEmail: 'tom@example.com' }, rita)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(stage.call(requests.create, { files }, sender({ kycStatus: 'Pending' }))).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(stage.call(requests.create, { files: [] }, rita)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'files' }],
    });
    expect(await stage.call(requests.mine, {}, rita)).toEqual([]);
  });
});

describe('the receiver’s words', () => {
  it('stand in the request, for both sides, up to a thousand characters', async () => {
    const [ann, rita] = [sender(), receiver()];
    const files = stage.stock(ann, 'a.csv').map(({ fileId }) => ({ id: fileId }));
    const create = (words: object) => stage.call(requests.create, { files, ...words }, rita);
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
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject(expected);
    expect(await stage.call(requests.ofCompany, {}, ann)).toMatchObject(expected);
  });

  it('ask for a thousand files at most', async () => {
    const files = Array.from({ length: 10_000 }, () => ({ id: uuidv7() }));
    await expect(stage.call(requests.create, { files }, receiver())).rejects.toMatchObject({
      status: 400,
      message: 'At most 1000 files in one request',
    });
  });
});

describe('taking a request back', () => {
  it('removes it, with its code, as long as it is pending', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    await stage.codeFor(id, ann);
    await stage.call(requests.withdraw, { id }, rita);
    expect(await stage.call(requests.ofCompany, {}, ann)).toEqual([]);
    await expect(stage.call(requests.withdraw, { id }, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      stage.call(requests.confirm, { requestId: id, expiry: new Date(Date.now() + 60_000).toISOString() }, ann),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await stage.published(requestEvents.withdrawn)).filter(({ requestId }) => requestId === id)).toHaveLength(
      1,
    );
    const decided = await stage.pending(ann, rita);
    await stage.call(requests.reject, { id: decided.id }, ann);
    await expect(stage.call(requests.withdraw, { id: decided.id }, rita)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
      status: 409,
    });
  });

  it('is for its receiver alone', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    for (const other of [ann, sender(), receiver()])
      await expect(stage.call(requests.withdraw, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(requests.withdraw, { id }, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(stage.call(requests.withdraw, { id: 'no-uuid' }, rita)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'pending' }]);
  });

  it('or accepting wins, never both', async () => {
    const ann = sender();
    for (let round = 0; round < 6; round += 1) {
      const rita = receiver();
      const { id } = await stage.pending(ann, rita);
      await stage.prove(id, ann);
      const calls = [
        () => stage.call(requests.confirm, { requestId: id, expiry: new Date(Date.now() + 60_000).toISOString() }, ann),
        () => stage.call(requests.withdraw, { id }, rita),
      ];
      const results = await Promise.allSettled((round % 2 ? calls : calls.reverse()).map((call) => call()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect([404, 409]).toContain(result.reason.status);
    }
  });
});

describe('lists', () => {
  it('show each side its own, newest first, by the other side’s company', async () => {
    const [ann, rita, tom] = [sender(), receiver(), receiver({ companyId: null, companyName: null })];
    const first = await stage.pending(ann, rita);
    const second = await stage.pending(ann, tom);
    const ofAnn = (await stage.call(requests.ofCompany, { id: ann.companyId }, ann)) as RequestView[];
    expect(ofAnn.map(({ id, companyName }) => [id, companyName])).toEqual([
      [second.id, tom.email],
      [first.id, 'Rita Buying'],
    ]);
    expect(await stage.call(requests.mine, {}, rita)).toEqual([first]);
    expect(await stage.call(requests.ofCompany, {}, sender())).toEqual([]);
    await expect(stage.call(requests.ofCompany, { id: ann.companyId }, sender())).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(stage.call(requests.mine, { id: rita.userId }, tom)).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(stage.call(requests.ofCompany, {}, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.call(requests.ofCompany, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are paged, searched and sorted', async () => {
    const ann = sender();
    for (const companyName of ['Cara', 'Abel', 'Bert']) {
      await stage.ask(
        stage.stock(ann, `${companyName} 100%.csv`, 'x.csv'),
        receiver({ companyName, email: `${companyName}@buyers.example` }),
      );
    }
    const list = async (query: object) => {
      const page = (await stage.call(requests.ofCompany, { page: 1, ...query }, ann)) as Page<RequestView>;
      return { ...page, names: page.items.map(({ companyName }) => companyName) };
    };
    expect(await list({ sort: 'companyName', pageSize: 2 })).toMatchObject({
      names: ['Abel', 'Bert'],
      total: 3,
      page: 1,
      pageSize: 2,
    });
    expect(await list({ sort: 'companyName', pageSize: 2, page: 2 })).toMatchObject({ names: ['Cara'], total: 3 });
    expect((await list({ sort: '-companyName' })).names).toEqual(['Cara', 'Bert', 'Abel']);
    expect((await list({ q: 'bERT 100%' })).names).toEqual(['Bert']);
    expect((await list({ q: 'abel@BUYERS' })).names).toEqual(['Abel']);
    expect((await list({ q: '%' })).total).toBe(3);
    expect((await list({ q: '_' })).total).toBe(0);
    expect((await list({ receiver: 'cara@' })).names).toEqual(['Cara']);
    expect((await list({ receiver: 'aBEL' })).names).toEqual(['Abel']);
    await stage.call(requests.reject, { id: (await list({ q: 'Bert' })).items[0]!.id }, ann);
    expect((await list({ status: 'rejected' })).names).toEqual(['Bert']);
    expect(await list({ status: 'pending' })).toMatchObject({ total: 2 });
    expect((await list({ sort: 'status' })).names.at(-1)).toBe('Bert');
    await expect(list({ status: 'lost' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'status' }] });
    await expect(list({ sort: 'secret' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'sort' }] });
  });
});

describe('rejecting', () => {
  it('is final, and tells everyone once', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    expect(await stage.call(requests.reject, { id, email: rita.email }, ann)).toMatchObject({
      request: { id, status: 'rejected' },
    });
    await expect(stage.call(requests.reject, { id }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
      status: 409,
    });
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'rejected' }]);
    const events = (await stage.published(requestEvents.rejected)).filter(({ requestId }) => requestId === id);
    expect(events).toHaveLength(1);
  });

  it('says why', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    await expect(stage.call(requests.reject, { id, reason: 'x'.repeat(1001) }, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
    await stage.call(requests.reject, { id, reason: 'Not for sale' }, ann);
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ status: 'rejected', reason: 'Not for sale' }]);
    expect((await stage.published(requestEvents.rejected)).filter(({ requestId }) => requestId === id)).toMatchObject([
      { reason: 'Not for sale' },
    ]);
  });

  it('takes many at once, each on its own', async () => {
    const [ann, rita] = [sender(), receiver()];
    const [one, two, done] = [
      await stage.pending(ann, rita),
      await stage.pending(ann, rita),
      await stage.pending(ann, rita),
    ];
    const foreign = await stage.pending(sender(), rita);
    await stage.call(requests.reject, { id: done.id }, ann);
    const answer = await stage.call(
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
    await expect(stage.call(requests.rejectMany, { ids: [] }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(stage.call(requests.rejectMany, { ids: [foreign.id] }, rita)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(stage.call(requests.rejectMany, { ids: [foreign.id] }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('is for the sender alone', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { id } = await stage.pending(ann, rita);
    await expect(stage.call(requests.reject, { id }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(requests.reject, { id }, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.call(requests.reject, { id }, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(stage.call(requests.reject, { id }, { ...ann, kycStatus: 'Pending' })).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(stage.call(requests.reject, { id: 'no-uuid' }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ id, status: 'pending' }]);
  });
});
