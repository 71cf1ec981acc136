import type { UserActor } from '@tradepost/contracts/actor';
import { approvalEvents, requestEvents, requests } from '@tradepost/contracts/requests';
import { identityEvents } from '@tradepost/contracts/identity';
import { v7 as uuidv7 } from 'uuid';
import { memberOf } from '@tradepost/testing/service-harness';
import { inAnHour, outcomesOf, receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { announce, sign, withKeys } = sealedScenarios(() => fixture);

/** Another person who acts for the company of this one. */
const approverOf = (owner: UserActor) =>
  sender({
    companyId: owner.companyId,
    companyName: owner.companyName,
    email: `${uuidv7()}@ann.example`,
    roles: ['approver'],
  });
const needing = async (approvals: number, above: { amount: number; currency: string } | null = null) => {
  const [ann, rita] = [sender(), receiver()];
  await fixture.call(requests.setApprovalRule, { approvals, above }, ann);
  const { id } = await fixture.pending(ann, rita);
  return { ann, rita, id, bob: approverOf(ann), cem: approverOf(ann) };
};
const approve = (id: string, by: UserActor) => fixture.call(requests.approve, { id }, by);

describe('a request that needs approvals', () => {
  it('is accepted only after two other people have approved it', async () => {
    const { ann, id, bob, cem } = await needing(2);
    await expect(fixture.call(requests.createCode, { requestId: id }, ann)).rejects.toMatchObject({
      code: 'APPROVAL_MISSING',
    });
    await approve(id, bob);
    // twice by one person is one approval, and the person who accepts does not count
    await approve(id, bob);
    await approve(id, ann);
    await expect(fixture.call(requests.createCode, { requestId: id }, ann)).rejects.toMatchObject({
      code: 'APPROVAL_MISSING',
    });
    const { approvals } = await approve(id, cem);
    expect(approvals).toEqual({
      needed: 2,
      given: [bob, ann, cem].map(({ userId, email }) => ({ userId, email, at: expect.any(String) })),
    });
    expect((await fixture.accept(id, ann)).request.status).toBe('accepted');
    const events = await fixture.published(requestEvents.approved);
    expect(events.filter(({ requestId }) => requestId === id)).toHaveLength(3);
  });

  it('is not approved by the person who has made it, who may be a member of the company', async () => {
    const { ann, id, rita } = await needing(1);
    const { companyId, companyName } = ann;
    const { userId, email } = rita;
    const member = sender({ companyId, companyName, userId, email, roles: ['approver'] });
    await expect(approve(id, member)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const { request } = await fixture.call(requests.details, { id }, ann);
    expect(request.approvals?.given).toEqual([]);
  });

  it('is approved neither by the member who has made it nor by the owner of their company', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.call(requests.setApprovalRule, { approvals: 1, above: null }, ann);
    const mia = memberOf(rita, ['downloader']);
    const { id } = await fixture.pending(ann, mia);
    const { companyId, companyName } = ann;
    for (const { userId, email } of [mia, rita]) {
      const here = sender({ companyId, companyName, userId, email, roles: ['approver'] });
      await expect(approve(id, here)).rejects.toMatchObject({ message: 'Nobody approves their own request' });
    }
    expect((await approve(id, approverOf(ann))).approvals.given).toHaveLength(1);
  });

  it('is refused when an approval was withdrawn after the code was proven, also for a key without codes', async () => {
    const { ann, id, bob } = await needing(1);
    await approve(id, bob);
    await fixture.prove(id, ann);
    expect((await fixture.call(requests.withdrawApproval, { id }, bob)).approvals.given).toEqual([]);
    const key = { id: uuidv7(), name: 'Nightly', scopes: ['accept' as const], mayAcceptWithoutCode: true };
    for (const actor of [ann, { ...ann, key }])
      await expect(fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, actor)).rejects.toMatchObject({
        code: 'APPROVAL_MISSING',
      });
    expect(fixture.holds.has(id)).toBe(false);
  });

  it('is not accepted and loses its approval at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, id, bob } = await needing(1);
      await approve(id, bob);
      await fixture.prove(id, ann);
      const { lost } = await outcomesOf([
        fixture.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann),
        fixture.call(requests.withdrawApproval, { id }, bob),
      ]);
      expect(lost).toHaveLength(1);
      expect(['APPROVAL_MISSING', 'REQUEST_NOT_PENDING']).toContain(lost[0]);
    }
  });

  it('keeps what it needs when the rule is relaxed later', async () => {
    const { ann, id, rita } = await needing(1);
    await fixture.call(requests.setApprovalRule, { approvals: 0 }, ann);
    await expect(fixture.call(requests.createCode, { requestId: id }, ann)).rejects.toMatchObject({
      code: 'APPROVAL_MISSING',
    });
    const later = await fixture.pending(ann, rita);
    await fixture.prove(later.id, ann);
    await expect(approve(later.id, approverOf(ann))).rejects.toMatchObject({ code: 'NO_APPROVAL_NEEDED' });
  });

  it('is seen with its approvals by the company only', async () => {
    const { ann, rita, id, bob } = await needing(1);
    await approve(id, bob);
    const own = await fixture.call(requests.details, { id }, ann);
    expect(own.request.approvals?.given).toHaveLength(1);
    expect(own.history.map(({ step, by }) => [step, by])).toEqual([
      ['requested', undefined],
      ['approved', bob.email],
    ]);
    const theirs = await fixture.call(requests.details, { id }, rita);
    expect(JSON.stringify([theirs, await fixture.call(requests.mine, {}, rita)])).not.toMatch(
      new RegExp(`approval|${bob.email}`),
    );
    await expect(approve(id, approverOf(sender()))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(approve(id, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('keeps its approvals when its receiver signs the same again, and loses them for other versions of its files', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.call(requests.setApprovalRule, { approvals: 1 }, ann);
    const file = await fixture.stockSealed(ann, await withKeys(ann), 'prices.csv', Buffer.from('a,b'));
    const id = (await fixture.ask([file], rita)).requests[0]!.id;
    await withKeys(rita);
    await sign({ rita, requestId: id });
    expect((await approve(id, approverOf(ann))).approvals.given).toHaveLength(1);
    // new keys alone change nothing of what is asked for
    await withKeys(rita, 2);
    await announce(rita);
    await sign({ rita, requestId: id });
    const removed = async () =>
      (await fixture.published(requestEvents.approvalsRemoved)).filter(({ requestId }) => requestId === id);
    const given = async () => (await fixture.call(requests.details, { id }, ann)).request.approvals?.given.length;
    expect(await given()).toBe(1);
    expect(await removed()).toEqual([]);
    fixture.storedFiles.get(file.fileId)!.sealed!.version += 1;
    await sign({ rita, requestId: id });
    expect(await given()).toBe(0);
    expect(await removed()).toMatchObject([{ companyId: ann.companyId }]);
    // the signature is a step of its own only if it came more than a second after the request
    const stepsFor = async (who: UserActor) =>
      (await fixture.call(requests.details, { id }, who)).history
        .map(({ step }) => step)
        .filter((step) => step !== 'signed');
    expect(await stepsFor(ann)).toEqual(['requested', 'approvals-removed']);
    expect(await stepsFor(rita)).toEqual(['requested']);
  });

  it('forgets the address of a deleted account, but not that it was approved', async () => {
    const { ann, id, bob } = await needing(1);
    await approve(id, bob);
    await fixture.deliverEvent(identityEvents.accountDeleted, {
      userId: bob.userId,
      email: bob.email,
      companyId: null,
    });
    const { request } = await fixture.call(requests.details, { id }, ann);
    expect(request.approvals?.given).toEqual([{ userId: bob.userId, email: null, at: expect.any(String) }]);
  });
});

describe('the rule of a company', () => {
  it('asks for none until it is set, and is recorded when it changes', async () => {
    const ann = sender();
    expect(await fixture.call(requests.approvalRule, {}, ann)).toEqual({ approvals: 0, above: null });
    const rule = { approvals: 1, above: { amount: 1000.5, currency: 'EUR' } };
    const saved = { approvals: 1, above: { amount: '1000.50', currency: 'EUR' } };
    expect(await fixture.call(requests.setApprovalRule, rule, ann)).toEqual(saved);
    await fixture.call(requests.setApprovalRule, rule, ann);
    expect(await fixture.call(requests.approvalRule, {}, ann)).toEqual(saved);
    const changes = await fixture.published(approvalEvents.ruleChanged);
    expect(changes.filter(({ companyId }) => companyId === ann.companyId)).toHaveLength(1);
  });

  it('is for values above its amount', async () => {
    expect((await needing(1, { amount: 10, currency: 'EUR' })).id).toBeDefined();
    const cheap = await needing(1, { amount: 10, currency: 'EUR' });
    await fixture.prove(cheap.id, cheap.ann);
    const dear = await needing(1, { amount: 9.99, currency: 'EUR' });
    await expect(fixture.call(requests.createCode, { requestId: dear.id }, dear.ann)).rejects.toMatchObject({
      code: 'APPROVAL_MISSING',
    });
  });

  it.each([
    { approvals: 3 },
    { approvals: -1 },
    { approvals: 0.5 },
    { approvals: 1, above: { amount: -1, currency: 'EUR' } },
    { approvals: 1, above: { amount: 1, currency: 'Euro' } },
    { approvals: 1, above: { currency: 'EUR' } },
  ])('is refused as %j and stays', async (wrong) => {
    const ann = sender();
    await expect(fixture.call(requests.setApprovalRule, wrong as never, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
    expect(await fixture.call(requests.approvalRule, {}, ann)).toEqual({ approvals: 0, above: null });
  });
});
