import { identity } from '@tradepost/contracts/identity';
import type { Limit } from '@tradepost/contracts/limits/limit';
import { limitNames, limits, type LimitName } from '@tradepost/contracts/limits/table';
import { Db } from '@tradepost/service-kit/database/database';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { LimitReporter } from '@tradepost/service-kit/limits/limit-reporter';
import { drainReached } from '@tradepost/service-kit/limits/reached';
import { limitsReached } from '@tradepost/service-kit/observability/metrics';
import { userActor } from '@tradepost/testing/service-harness';
import { startFixture, type Fixture } from './fixture';

/** Of every limit. */
const amount = 2;
const admin = userActor({ userType: 'admin', companyId: null, companyName: null });
let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture(Object.fromEntries(limitNames.map((name) => [limits[name].setting, String(amount)])));
});
// what other tests of this process have reached
beforeAll(() => void drainReached());
afterAll(() => fixture.stop());

const statuses = {
  TOO_LARGE: 413,
  ARCHIVES_FULL: 409,
  PASSKEYS_FULL: 409,
  SSO_DOMAINS_FULL: 409,
  SSO_ACCOUNTS_FULL: 409,
  SCIM_GROUPS_FULL: 409,
  VERSIONS_FULL: 409,
};

/** What is stored until someone deletes it: waiting changes nothing. */
const stored: Partial<Record<LimitName, keyof typeof statuses>> = {
  documentBytes: 'TOO_LARGE',
  folderBytes: 'TOO_LARGE',
  fileVersions: 'VERSIONS_FULL',
  scimGroups: 'SCIM_GROUPS_FULL',
  archiveBytes: 'ARCHIVES_FULL',
  passkeys: 'PASSKEYS_FULL',
  ssoDomains: 'SSO_DOMAINS_FULL',
  ssoAccounts: 'SSO_ACCOUNTS_FULL',
};

/** Uses a limit up, and once more. */
async function exceed(name: LimitName, key: string): Promise<void> {
  const [governor, admission] = [fixture.app.get(Governor), fixture.app.get(Admission)];
  const use = { limit: name, key };
  const { windowSeconds }: Limit = limits[name];
  const code = stored[name];
  for (let n = 1; n <= amount + 1; n += 1) {
    if (code) governor.assertFits(name, key, n, code);
    else if (windowSeconds) await fixture.app.get(Db).transaction((tx) => governor.take(tx, [use]));
    // counted by rows of requests (transfer-lifecycle.itest.ts)
    else if (name === 'archivesBuilding' && n > governor.amountOf(name, key)) throw governor.refusedBy(name, key, 30);
    else admission.enter([use]);
  }
}

const timesOf = async (name: LimitName) =>
  (await limitsReached.get()).values.find(({ labels }) => labels.limit === name)?.value;

it.each(limitNames)('%s refuses calls beyond the limit, and reports them to the alert and to admins', async (name) => {
  const { message, resource, per, setting, windowSeconds = 30 }: Limit = limits[name];
  const key = per === 'process' ? '' : `${per} of ${name}`;
  // other tests of this process reach limits too; an alert needs the figure before the first time
  const before = (await timesOf(name)) ?? NaN;
  expect(before).toBeGreaterThanOrEqual(0);

  const refusal = await exceed(name, key).catch((error: unknown) => error);

  const code = stored[name];
  if (code) expect(refusal).toMatchObject({ code, status: statuses[code], message });
  else {
    expect(refusal).toMatchObject({ code: 'TOO_MANY', status: 429, message, retryAfter: expect.any(Number) });
    const { retryAfter } = refusal as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(windowSeconds);
  }
  expect(await timesOf(name)).toBe(before + 1);
  await fixture.app.get(LimitReporter).report();
  const { items } = await fixture.call(identity.reachedLimits, { pageSize: 100 }, admin);
  expect(items.filter((one) => one.limit === name)).toMatchObject([{ resource, per, setting, key, times: 1 }]);
});
