import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes, type Route } from '@tradepost/contracts/routes';
import { signedInAdmin } from '@tradepost/tools/client/admin';
import { newTally, untilAnswered } from '@tradepost/tools/faults/support/until-answered';
import { startFuzzed, type FuzzedInstallation } from '@tradepost/tools/fuzz/installation';
import { MembersAttack } from '@tradepost/tools/fuzz/members/attack';
import { DismissedAttack } from '@tradepost/tools/fuzz/members/dismissed';
import { addMember } from '@tradepost/tools/fuzz/members/members';
import { withProvider } from '@tradepost/tools/fuzz/providers/provider';
import { accountOf, makeTenant, type Tenant } from '@tradepost/tools/fuzz/tenants';

const seed = 16;
/** On a busy machine a service can answer too late. */
const retryPolicy = { attempts: 5, baseDelayMs: 100, maxDelayMs: 1_000 };
/** They differ at each call. */
const volatile = new Set(['sessions', 'me']);

/** The lists of a caller's company, from its folders to its log. */
async function listsOf({ origin }: FuzzedInstallation, { callers }: Tenant, role: string): Promise<object> {
  const client = new ApiClient(origin, { token: callers.find((caller) => caller.role === role)?.token, retryPolicy });
  const lists = Object.entries<Route>(routes).filter(
    ([name, { list, path, allow }]) =>
      list && !path.includes(':') && !volatile.has(name) && (allow === 'any' || allow === role),
  );
  const answers = lists.map(async ([name, route]) => [name, await client.send(route, {})] as const);
  return Object.fromEntries(await Promise.all(answers));
}

describe('members of every role', () => {
  let installation: FuzzedInstallation;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-members-'));
    installation = await startFuzzed(dataDir);
  });
  afterAll(async () => {
    await installation?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('can do what their role allows for their company, and nothing to another one', async () => {
    const answered = <T>(what: string, make: () => Promise<T>) => untilAnswered(what, newTally(), make);
    const own = await answered('tenant A', () => makeTenant(installation, 'A'));
    const other = await answered('tenant B', () => makeTenant(installation, 'B'));
    const [seller, buyer] = own.callers;
    const members = [
      await answered('a member of the sender', () => addMember(installation, seller!, 'sender')),
      await answered('a member of the receiver', () => addMember(installation, buyer!, 'receiver')),
    ];
    const both = async () => [
      await listsOf(installation, other, 'sender'),
      await listsOf(installation, other, 'receiver'),
    ];
    const before = await both();
    const report = await new MembersAttack(installation.origin, own, other).run(members, seed);
    expect(report.findings).toEqual([]);
    expect(report.refused).toBeGreaterThan(2_000);
    expect(report.foreign).toBeGreaterThan(700);
    expect(await both()).toEqual(before);
  });

  it('can do nothing that only a co-owner may, once they are none, with what they still have', async () => {
    const answered = <T>(what: string, make: () => Promise<T>) => untilAnswered(what, newTally(), make);
    const tenant = await answered('tenant C', () => makeTenant(installation, 'C'));
    const provided = await answered('its provider', () => withProvider(installation, tenant));
    const admin = await signedInAdmin(installation, accountOf('admin'));
    const report = await new DismissedAttack(installation, provided, tenant.callers[0]!, admin).run(seed);
    expect(report.findings).toEqual([]);
    expect(report.refused).toBeGreaterThan(1_500);
    expect(report.streams).toBe(3);
  });
});
