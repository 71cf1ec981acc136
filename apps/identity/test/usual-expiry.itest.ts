import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents, type UsualExpiry } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { CompanyRow } from '../src/company/company.entity';
import { anonymous, company, startFixture, type Fixture } from './fixture';
import { membersOf } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { join } = membersOf(() => fixture);
const choose = (by: Parameters<Fixture['call']>[2], usualExpiry: UsualExpiry) =>
  fixture.call(identity.setUsualExpiry, { usualExpiry }, by);
const seenBy = async (who: UserActor) => (await fixture.call(identity.me, {}, who)).company?.usualExpiry;
const published = async ({ companyId }: UserActor) =>
  (await fixture.published(identityEvents.usualExpiryChanged)).filter((event) => event.companyId === companyId);

describe('the usual expiry of a company', () => {
  it('is asked each time until the owner or a manager chooses, and everyone of the company sees the choice', async () => {
    const ann = await fixture.member();
    const members = await Promise.all(
      (['manager', 'co-owner', 'approver', 'uploader'] as const).map((role) => join(ann, role)),
    );
    expect(await seenBy(ann)).toBe('ask');
    expect(await choose(ann, 'week')).toMatchObject({
      message: 'The usual expiry was saved',
      company: { id: ann.companyId, usualExpiry: 'week' },
    });
    // the one is built from the entity, the other by SQL
    expect((await fixture.call(identity.me, {}, ann)).company).toEqual((await choose(ann, 'week')).company);
    const [manager, coOwner] = members;
    for (const [by, end] of [
      [manager!, 'endOfMonth'],
      [coOwner!, 'day'],
    ] as const) {
      await choose(by, end);
      for (const who of [ann, ...members]) expect(await seenBy(who)).toBe(end);
    }
  });

  it('is published once for each change, and stays when the details are saved', async () => {
    const ann = await fixture.member();
    for (const end of ['month', 'month', 'ask'] as const) await choose(ann, end);
    await choose(ann, 'week');
    await fixture.call(identity.saveCompany, { company: { ...company, city: 'Pune' } }, ann);
    expect(await seenBy(ann)).toBe('week');
    expect(await published(ann)).toEqual(
      ['month', 'ask', 'week'].map((usualExpiry) => ({ companyId: ann.companyId, usualExpiry })),
    );
  });

  it('is not changed by members without requests, by receivers, by other companies, or without a session', async () => {
    const [ann, other] = [await fixture.member(), await fixture.member()];
    await choose(ann, 'month');
    const refused = { code: 'NOT_ALLOWED', status: 403 };
    for (const role of ['downloader', 'uploader', 'approver', 'auditor'] as const)
      await expect(choose(await join(ann, role), 'day')).rejects.toMatchObject(refused);
    await expect(choose(await fixture.member('receiver'), 'day')).rejects.toMatchObject(refused);
    await expect(choose(anonymous, 'day')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await choose(other, 'day');
    expect([await seenBy(ann), await seenBy(other)]).toEqual(['month', 'day']);
    expect(await published(ann)).toHaveLength(1);
  });

  it('is one of the offered choices, also in the database', async () => {
    const ann = await fixture.member();
    await expect(choose(ann, 'year' as UsualExpiry)).rejects.toMatchObject({ code: 'INVALID' });
    const stored = sql(fixture.db.read).update(CompanyRow, ann.companyId!, { usualExpiry: 'year' as UsualExpiry });
    await expect(stored).rejects.toThrow('company_usual_expiry');
    expect(await seenBy(ann)).toBe('ask');
  });
});
