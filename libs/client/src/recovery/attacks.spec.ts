import type { ApprovedRecovery, RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { routes, type Route } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { recoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import { openVault } from '@tradepost/sealing/keys/vault';
import { personCalled } from '../testing/people';
import { newKek, prove, recoveredCompany, type RecoveredCompany } from '../testing/recovered-company';
import { endShares, requireNewest } from './shares';

const problem = (name: string) => ({ problem: name });
const companyId = crypto.randomUUID();

let company: RecoveredCompany;
beforeEach(async () => {
  company = await recoveredCompany(await personCalled('ann'), companyId);
});

/** The vault opens with the new password. */
async function opensNow({ ann, server }: RecoveredCompany, wrap = server.wraps.at(-1)!) {
  const sealed = { ...ann.sealed, wraps: { ...ann.sealed.wraps, password: wrap } };
  return openVault(ann.vault.userId, sealed, ann.bundle, { kind: 'password', kek: await newKek() });
}

it('a server that makes up keys, vault, set, shares, record and key log has another number than the members have compared', async () => {
  await company.split();
  const request = await company.start();
  const [bob, cid] = company.holders;
  await company.approve(bob!, request);
  await company.approve(cid!, request);

  // the server knows the fresh key's public part, and so what members would give for a set of its own
  const world = await recoveredCompany(await personCalled('ann', company.owner.id), companyId);
  const set = await world.split();
  world.server.request = company.server.request;
  const named = { userId: company.owner.id, address: company.owner.email };
  const fresh = await verifyPersonKey(named, company.server.request!.key);
  const madeUp = await recoveryRequest(request.requestId, set, fresh);
  for (const one of world.holders.slice(0, 2)) await world.approve(one, madeUp);

  await expect(company.finish(request, { on: world.server })).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  expect(world.server.wraps).toEqual([]);
  // nothing else than the number tells an owner on a new device
  const theirs = await company.finish(request, { on: world.server, number: fingerprint(madeUp) });
  expect(theirs.own.keyId).toEqual(world.ann.vault.own.keyId);
  // and members, who see the company's keys, have not approved this number
  await expect(company.approve(company.holders[2]!, madeUp)).rejects.toThrow('not the number');
  await company.finish(request);
  await opensNow(company);
});

it('a key in the owner’s name that the log has and the vault has not stops the owner', async () => {
  await company.split();
  const request = await company.start();
  for (const one of company.holders) await company.approve(one, request);
  await company.server.ledger.keyLog.log((await personCalled('ann', company.owner.id, 2)).contact);
  await expect(company.finish(request)).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
  expect(company.server.wraps).toEqual([]);
});

/** Kills the client at the n-th of its calls, before or after the server has done it. @returns whether there was such a call */
async function killedAt(
  n: number,
  when: 'before' | 'after',
  { server }: RecoveredCompany,
  run: () => Promise<unknown>,
) {
  let calls = 0;
  const stored = () => [server.stored, server.request, server.approvals, [...server.wraps], server.ledger.entries];
  let last = stored();
  server.alter = (_route: Route, answer) => {
    calls += 1;
    if (calls !== n) {
      last = stored();
      return answer;
    }
    if (when === 'before') {
      const [set, request, approvals, wraps, entries] = last;
      Object.assign(server, { stored: set, request, approvals });
      server.wraps.splice(0, server.wraps.length, ...(wraps as string[]));
      server.ledger.entries = entries as string[];
    }
    throw new Error('killed');
  };
  last = stored();
  const killed = await run().then(
    () => false,
    (error: Error) => error.message === 'killed',
  );
  server.alter = (_route, answer) => answer;
  return killed;
}

describe.each(['before', 'after'] as const)('a client that is killed %s a call has reached the server', (when) => {
  it('while it splits leaves a set that opens the vault: the earlier or the new one', async () => {
    const seen = new Set<string>();
    for (let n = 1; ; n++) {
      company = await recoveredCompany(await personCalled('ann'), companyId);
      const earlier = await company.split();
      if (!(await killedAt(n, when, company, () => company.split(company.holders.slice(1))))) break;
      const present = company.server.stored!.set.setId;
      seen.add(present === earlier.setId ? 'earlier' : 'new');
      const request = await company.start();
      for (const one of company.holders.slice(1)) await company.approve(one, request);
      await company.finish(request);
      await opensNow(company);
    }
    expect(seen).toEqual(new Set(['earlier', 'new']));
  });

  it('while it ends the shares leaves none, or a set that still opens the vault', async () => {
    const seen = new Set<string>();
    for (let n = 1; ; n++) {
      company = await recoveredCompany(await personCalled('ann'), companyId);
      await company.split();
      const end = () => endShares(company.server.clientOf(), company.ring(), { prove });
      if (!(await killedAt(n, when, company, end))) break;
      seen.add(company.server.stored ? 'there' : 'ended');
      if (!company.server.stored) continue;
      const request = await company.start();
      for (const one of company.holders) await company.approve(one, request);
      await company.finish(request);
      await opensNow(company);
    }
    expect(seen).toContain('ended');
  });

  it('while it finishes can finish again, or has stored the new password', async () => {
    let finished = 0;
    for (let n = 1; ; n++) {
      company = await recoveredCompany(await personCalled('ann'), companyId);
      await company.split();
      const request = await company.start();
      for (const one of company.holders) await company.approve(one, request);
      if (!(await killedAt(n, when, company, () => company.finish(request)))) break;
      if (company.server.wraps.length === 0) await company.finish(request);
      else finished += 1;
      await opensNow(company);
      // the next set replaces the used one in the record
      const next = await company.split();
      await requireNewest(company.ring(), next);
    }
    expect(finished).toBeGreaterThan(0);
  });
});

it('a set that the server has refused does not end the one that it has; a stored one does', async () => {
  const earlier = await company.split();
  const before = company.server.stored;
  company.server.alter = (route, answer) => {
    if (route !== routes.saveRecovery) return answer;
    company.server.stored = before;
    throw new Error('refused');
  };
  for (let n = 0; n < 2; n++) await expect(company.split()).rejects.toThrow('refused');
  await requireNewest(company.ring(), earlier);
  company.server.alter = (_route, answer) => answer;
  const newer = await company.split();
  await requireNewest(company.ring(), newer);
  await expect(requireNewest(company.ring(), earlier)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
});

it('shares that the server has not ended, as with another password, stay in the record', async () => {
  const set = await company.split();
  company.server.alter = (route, answer) => {
    if (route === routes.endRecovery) throw new Error('refused');
    return answer;
  };
  await expect(endShares(company.server.clientOf(), company.ring(), { prove })).rejects.toThrow('refused');
  company.server.alter = (_route, answer) => answer;
  await requireNewest(company.ring(), set);
});

it('entries that a hostile member has added to the ledger stop the owner only until they are deleted', async () => {
  await company.split();
  const request = await company.start();
  for (const one of company.holders) await company.approve(one, request);
  const { ledger } = company.server;
  const { length } = ledger.entries;
  ledger.entries = [...ledger.entries, toBase64url(new Uint8Array(200))];
  await expect(company.finish(request)).rejects.toMatchObject(problem('TAMPERED'));
  ledger.entries = ledger.entries.slice(0, length);
  await company.finish(request);
  await opensNow(company);
});

describe('very many', () => {
  const many = <T>(one: T): T[] => Array.from({ length: 10_000 }, () => one);

  it('approvals of one member count once', async () => {
    await company.split();
    const request = await company.start();
    await company.approve(company.holders[0]!, request);
    company.server.approvals = many(company.server.approvals[0]!);
    await expect(company.finish(request)).rejects.toMatchObject(problem('RECOVERY_INCOMPLETE'));
    expect(company.server.wraps).toEqual([]);
  });

  it('shares of a set are refused, by owners and members', async () => {
    await company.split();
    const request = await company.start();
    const more = <T extends Pick<RecoveryState | ApprovedRecovery, 'set'>>({ set, ...others }: T) => ({
      ...others,
      set: set && { ...set, shares: set.shares.flatMap((one) => many(one).slice(0, 3_334)) },
    });
    company.server.alter = (route, answer) =>
      route === routes.recovery || route === routes.approvedRecovery ? more(answer as RecoveryState) : answer;
    for (const attempt of [() => company.start(), () => company.finish(request)])
      await expect(attempt()).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    await expect(company.approve(company.holders[0]!, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  });
});

it('a server that swaps the sealed shares of members gets none of them', async () => {
  await company.split();
  const request = await company.start();
  const { stored } = company.server;
  company.server.stored = { ...stored!, sealed: [stored!.sealed[1]!, stored!.sealed[0]!, stored!.sealed[2]!] };
  for (const one of company.holders.slice(0, 2))
    await expect(company.approve(one, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  expect(company.server.approvals).toEqual([]);
  // nor does a key that the server has put in place of the member's
  const [bob, cid] = company.holders;
  company.server.keys.set(bob!.acting.id, company.server.keys.get(cid!.acting.id)!);
  company.server.stored = stored;
  await expect(company.approve(bob!, request)).rejects.toMatchObject({ name: 'SealingError' });
});
