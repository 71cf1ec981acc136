import { userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { admin, startFixture, type Fixture } from './fixture';
import { boss, rita, codes, reviewsOf } from './review-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { decide, approve, open, claim, release, note, remark, check, workOn } = reviewsOf(() => fixture);

describe('a claim', () => {
  it('succeeds for one of twenty concurrent calls, and the others see who has the case', async () => {
    const id = await fixture.submitted(userActor());
    const admins = Array.from({ length: 20 }, () => admin());
    const results = await Promise.allSettled(admins.map((by) => claim(id, by)));
    const winner = admins[codes(results).indexOf('done')]!;
    expect(codes(results).sort()).toEqual([...Array(19).fill('CASE_CLAIMED'), 'done']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused!.reason.message).toBe(`${winner.email} works on this case`);
    expect(await open(id)).toMatchObject({
      claimedBy: winner.email,
      claimedAt: expect.any(String),
      status: 'Processing',
    });
    expect(await workOn(id)).toEqual([expect.objectContaining({ claimedBy: winner.email, what: 'claimed' })]);
  });

  it('prevents other admins from changing documents, fields, the decision and the release', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    await claim(id, rita);
    const refused = { code: 'CASE_CLAIMED', message: 'rita@tradepost.test works on this case' };
    for (const work of [
      check(id, 'memorandum', 'approve'),
      remark(id, 'companyDetails.city', 'x'),
      approve(id),
      decide(id, 'reject', { reason: 'x' }),
      release(id),
    ]) {
      await expect(work).rejects.toMatchObject(refused);
    }
    expect(await open(id)).toMatchObject({
      claimedBy: rita.email,
      documents: [],
      fields: [],
      decisions: [],
      status: 'Processing',
    });
    expect(await note(id, 'Seen', boss)).toMatchObject({
      claimedBy: rita.email,
      notes: [{ text: 'Seen', by: boss.email }],
    });
  });

  it('can be taken over and released, and is made by the first admin who works on the case', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    await claim(id, rita);
    await claim(id, rita);
    expect(await claim(id, boss, true)).toMatchObject({ claimedBy: boss.email });
    await expect(claim(id, rita)).rejects.toMatchObject({ code: 'CASE_CLAIMED' });
    expect(await release(id)).toMatchObject({ claimedBy: null, claimedAt: null });
    await release(id);
    expect(await check(id, 'memorandum', 'approve', {}, rita)).toMatchObject({ claimedBy: rita.email });
    const of = { caseId: id, companyId: ann.companyId, companyName: ann.companyName, about: null };
    expect(await workOn(id)).toEqual([
      { ...of, claimedBy: rita.email, what: 'claimed' },
      { ...of, claimedBy: boss.email, what: 'taken-over' },
      { ...of, claimedBy: null, what: 'released' },
      { ...of, claimedBy: rita.email, what: 'document-approved', about: 'Memorandum' },
    ]);
  });

  it('is possible only for a case under review', async () => {
    const id = await fixture.submittedWhole(userActor());
    await approve(id);
    for (const work of [
      claim(id),
      claim(id, boss, true),
      check(id, 'memorandum', 'approve'),
      remark(id, 'companyDetails.city', 'x'),
      decide(id, 'reject', { reason: 'x' }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'CASE_NOT_PROCESSING' });
    }
    for (const work of [claim, release]) await expect(work(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
