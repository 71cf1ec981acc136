import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { routes } from '@tradepost/contracts/routes';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import type { RecoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import { knownAs } from '../company/company-keyring';
import { giveCompanyKey, keyOfMember } from '../company/giving';
import { memoryStore } from '../contacts/device-store';
import { rotateKeys } from '../keys/rotate-keys';
import { testKeyLog } from '../testing/key-log-server';
import { personCalled, testKek } from '../testing/people';
import { prove, recoveredCompany, type RecoveredCompany } from '../testing/recovered-company';
import { waitingRecovery } from './approving';
import { startedRecovery } from './recovering';
import { ownRecovery } from './shares';

const problem = (name: string) => ({ problem: name });
const companyId = crypto.randomUUID();

let company: RecoveredCompany;
beforeEach(async () => {
  company = await recoveredCompany(await personCalled('ann'), companyId);
});

interface Current {
  epoch: number;
  keys: StoredKeys | null;
}
const honest = ({ ann }: RecoveredCompany) => ({
  epoch: 1,
  keys: { bundle: ann.bundle, vault: ann.sealed, pins: null, recoverySaved: true },
});
const password = async () => ({ kek: await testKek(), prove });

/** What the server shows as the owner's present keys, while others are open. */
const shown: [string, (company: RecoveredCompany) => Promise<Current>][] = [
  ['none', async () => ({ epoch: 0, keys: null })],
  [
    'keys of another epoch',
    async (of) => ({
      epoch: 2,
      keys: { ...honest(of).keys, vault: { ...of.ann.sealed, epoch: 2 } },
    }),
  ],
];
/** What an owner's client does with keys that are open. */
const acts: [string, (company: RecoveredCompany) => Promise<unknown>][] = [
  ['gives shares', (of) => of.split()],
  [
    'gives the keys of the company',
    async (of) => giveCompanyKey(of.server.clientOf(), of.ring(), companyId, of.holders[0]!.key, await password()),
  ],
];

it.each(shown.flatMap(([what, answer]) => acts.map(([act, run]) => [what, act, answer, run] as const)))(
  'an owner’s client that is shown %s neither %s nor records it',
  async (_what, _act, answer, run) => {
    const current = await answer(company);
    company.server.alter = (route, given) => (route === routes.keys ? current : given);
    await expect(run(company)).rejects.toMatchObject(problem('KEY_CHANGED'));
    expect([company.server.stored, company.server.ledger.entries]).toEqual([null, []]);
  },
);

it('an owner’s client makes no new keys in place of others than the open ones', async () => {
  const other = await personCalled('ann', company.owner.id);
  const { keys } = honest(company);
  for (const current of [
    { epoch: 2, keys },
    { epoch: 1, keys: { ...keys, bundle: other.bundle } },
  ]) {
    const client = company.server.clientOf();
    const rotating = rotateKeys(
      client,
      company.owner,
      company.ring(),
      current,
      null,
      await password(),
      newRecoveryCode(),
    );
    await expect(rotating).rejects.toMatchObject(problem('KEY_CHANGED'));
  }
  expect(company.server.ledger.entries).toEqual([]);
});

it('a recovery is neither started nor approved without a set, and not approved before it is started', async () => {
  const [bob] = company.holders;
  const waiting = () => {
    const client = company.server.clientOf(bob!.acting);
    return waitingRecovery(client, bob!.acting, { device: memoryStore(), keyLog: testKeyLog(client) });
  };
  await expect(company.start()).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  expect(company.server.request).toBeNull();
  expect(await waiting()).toBeNull();
  await company.split();
  expect(await waiting()).toBeNull();
});

it('a set without the keys that have signed it is none, and addresses are texts', async () => {
  await company.split();
  const state = (changed: object) => {
    company.server.alter = (route, answer) =>
      route === routes.recovery ? { ...(answer as RecoveryState), ...changed } : answer;
  };
  const own = () => ownRecovery(company.server.clientOf(), company.owner, companyId);
  state({ bundle: null });
  expect(await own()).toBeNull();
  state({ owner: { userId: company.owner.id, email: 7 } });
  await expect(own()).rejects.toMatchObject(problem('MALFORMED'));
  const [bob] = company.holders;
  company.server.alter = () => ({ userId: bob!.acting.id, email: null, key: company.server.keys.get(bob!.acting.id) });
  await expect(keyOfMember(company.server.clientOf(), bob!.acting)).rejects.toMatchObject(problem('MALFORMED'));
});

describe('a started recovery', () => {
  let request: RecoveryRequest;
  beforeEach(async () => {
    await company.split();
    request = await company.start();
  });

  it('makes the member’s device remember the company that was compared', async () => {
    const [bob] = company.holders;
    expect(await knownAs(bob!.device, company.ann.contact)).toBe('first');
    await company.approve(bob!, request);
    expect(await knownAs(bob!.device, company.ann.contact)).toBe('same');
  });

  it('is not approved without a share or without a key', async () => {
    const [bob, cid] = company.holders;
    company.server.alter = (route, answer) =>
      route === routes.recovery ? { ...(answer as RecoveryState), share: null } : answer;
    await expect(company.approve(bob!, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    company.server.alter = (_route, answer) => answer;
    company.server.keys.delete(cid!.acting.id);
    await expect(company.approve(cid!, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    expect(company.server.approvals).toEqual([]);
  });

  it('is neither continued without the fresh key nor finished without keys of the company', async () => {
    for (const one of company.holders) await company.approve(one, request);
    company.server.alter = (route, answer) => {
      if (route === routes.keys) return { epoch: 0, keys: null };
      if (route !== routes.recovery) return answer;
      const state = answer as RecoveryState;
      return { ...state, request: state.request && { ...state.request, wrap: null } };
    };
    const { kek } = await password();
    const again = startedRecovery(company.server.clientOf(), company.owner, companyId, { kek });
    await expect(again).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    await expect(company.finish(request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    expect(company.server.wraps).toEqual([]);
  });
});
