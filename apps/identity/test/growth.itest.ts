import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { grow } from '@tradepost/testing/database/grown';
import { plannedWorkOf } from '@tradepost/testing/database/plans';
import { userActor } from '@tradepost/testing/service-harness';
import { CompanyRow } from '../src/company/company.entity';
import { startFixture, type Fixture } from './fixture';

const growth = { companies: 10_000, files: 0, entries: 0 };

describe('many companies with partners', () => {
  let fixture: Fixture;
  let ann: UserActor;
  let partner: CompanyRow;
  beforeAll(async () => {
    fixture = await startFixture();
    await grow(fixture.ownerUrl, growth, ['identity']);
    const companies = await sql(fixture.db.read).find(CompanyRow, { order: { id: 'ASC' }, skip: 1_000, take: 2 });
    partner = companies[0]!;
    const { id: companyId, companyName, ownerId: userId } = companies[1]!;
    ann = userActor({ userId, companyId, companyName });
  });
  afterAll(() => fixture.stop());

  it('finds the partners of one, their keys and logos from an index of invitations', async () => {
    const { call } = fixture;
    const ask: Record<string, () => Promise<unknown>> = {
      keys: () => call(identity.contactKeys, {}, ann),
      verified: () => call(identity.verifiedPartners, {}, ann),
      logo: () => call(identity.logo, { companyId: partner.id }, ann),
    };
    for (const [name, command] of Object.entries(ask)) {
      const { pages, readWhole } = await plannedWorkOf(fixture.ownerUrl, 'identity', command);
      expect({ name, readWhole }).toEqual({ name, readWhole: expect.not.arrayContaining(['invitation', 'account']) });
      expect(pages).toBeLessThan(100);
    }
    expect(await ask.keys!()).toHaveLength(2);
  });
});
