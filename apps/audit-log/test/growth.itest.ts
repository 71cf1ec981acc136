import { audit } from '@tradepost/contracts/audit';
import { sql } from '@tradepost/service-kit/database/sql';
import { grow } from '@tradepost/testing/database/grown';
import { plannedWorkOf } from '@tradepost/testing/database/plans';
import { userActor } from '@tradepost/testing/service-harness';
import { ChainRow } from '../src/entry/audit.entity';
import { admin, startFixture } from './fixture';

/** Half of the entries are of one company. */
const growth = { companies: 2_000, files: 0, entries: 20_000 };

describe('a log of many companies', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  beforeAll(async () => {
    fixture = await startFixture();
    await grow(fixture.ownerUrl, growth, ['audit']);
  });
  afterAll(() => fixture.stop());

  const companyWith = async (order: 'ASC' | 'DESC') => {
    const [chain] = await sql(fixture.db.read).find(ChainRow, { order: { length: order }, take: 1 });
    return userActor({ companyId: (chain as ChainRow).id, companyName: 'Ann' });
  };
  const workOf = (command: () => Promise<unknown>) => plannedWorkOf(fixture.ownerUrl, 'audit', command);

  it('reads no more pages for a long log than for a short one', async () => {
    const { call } = fixture;
    const [large, small] = [await companyWith('DESC'), await companyWith('ASC')];
    const page = { page: 1, pageSize: 10 };
    const works = async (ann: typeof large) => ({
      page: await workOf(() => call(audit.logs, page, ann)),
      company: await workOf(() => call(audit.entries, { ...page, companyId: ann.companyId as string }, admin())),
    });
    const [ofLarge, ofSmall] = [await works(large), await works(small)];
    for (const name of ['page', 'company'] as const) expect(ofLarge[name].pages).toBeLessThan(2 * ofSmall[name].pages);
    const whole = [...Object.values(ofLarge), ...Object.values(ofSmall)].flatMap(({ readWhole }) => readWhole);
    expect(whole).toEqual([]);
  });

  it('counts its entries from the lengths of the chains', async () => {
    const { call } = fixture;
    const all = await workOf(() => call(audit.entries, { page: 1, pageSize: 10 }, admin()));
    expect(all.pages).toBeLessThan(150);
    expect(all.readWhole).toEqual(['chain']);
    expect((await call(audit.entries, { page: 1, pageSize: 1 }, admin())).total).toBe(growth.entries);
    const ann = await companyWith('DESC');
    expect(await call(audit.logs, { page: 1, pageSize: 1 }, ann)).toMatchObject({ total: growth.entries / 2 });
  });
});
