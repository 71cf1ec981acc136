import type { CompanyKeys, Handover } from '@tradepost/contracts/identity';
import { routes, type Route, type RouteIn } from '@tradepost/contracts/routes';
import { createPersonKey, openPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { openVault } from '@tradepost/sealing/keys/vault';
import { Contacts } from '../contacts/contacts';
import { unlockByRecovery } from '../keys/keys';
import { LedgerServer } from '../testing/ledger-server';
import { personCalled, testKek } from '../testing/people';
import { testKeyLog } from '../testing/key-log-server';
import { acceptHandover, handoverTo, startHandover } from './handover';
import { giveCompanyKey } from './giving';

const problem = (name: string) => ({ problem: name });
const prove = async () => 'proof';
const newKek = () => aesKey(new Uint8Array(32).fill(9), ['encrypt', 'decrypt']);
const recovery = { code: newRecoveryCode(), isSaved: true };

/** The company of Ann, who has given Cora its keys, and both clients. @param answers of the server in place of the honest ones */
async function company(answers: Partial<Record<'companyKeys' | 'handover', unknown>> = {}) {
  const ann = await personCalled('ann');
  const companyId = crypto.randomUUID();
  const cora = { id: crypto.randomUUID(), email: 'cora@example.org', companyId };
  const named = { userId: cora.id, address: cora.email };
  const stored = await createPersonKey(named, await testKek());
  const server = new LedgerServer();
  await server.keyLog.log(ann.contact);
  let access: CompanyKeys['access'] | undefined;
  let handover: Handover | null = null;
  const accepted: RouteIn<typeof routes.acceptHandover>[] = [];
  server.others = (route: Route, input: object) => {
    const { memberId } = input as RouteIn<typeof routes.startHandover>;
    if (route === routes.keys)
      return { epoch: 1, keys: { bundle: ann.bundle, vault: ann.sealed, pins: null, recoverySaved: true } };
    if (route === routes.giveCompanyKey) access = input as CompanyKeys['access'];
    if (route === routes.personKey) return { key: stored };
    if (route === routes.companyKeys) return answers.companyKeys ?? companyKeys();
    if (route === routes.handover) return answers.handover ?? { handover };
    if (route === routes.startHandover) {
      const to = { id: memberId, email: cora.email, firstName: 'Cora', lastName: 'Owner' };
      handover = { email: ann.email, to, createdAt: '', expiresAt: '' };
      return { handover };
    }
    if (route === routes.acceptHandover) accepted.push(input as RouteIn<typeof routes.acceptHandover>);
    return { message: 'done' };
  };
  const companyKeys = () => {
    const { memberKeyId, sealed, sig } = access!;
    const { epoch, hpkePrivate, signPrivate } = ann.sealed;
    return {
      companyId,
      owner: { userId: ann.vault.userId, email: ann.email },
      bundle: ann.bundle,
      vault: { epoch, hpkePrivate, signPrivate },
      access: { memberKeyId, sealed, sig },
    };
  };
  const { client } = server;
  const ringOf = (memberId?: string) => ({
    vault: ann.vault,
    contacts: new Contacts(client, ann.vault, testKeyLog(client), memberId === undefined ? {} : { memberId }),
  });
  const owner = ringOf();
  const kek = await testKek();
  await giveCompanyKey(client, owner, companyId, await openPersonKey(named, stored, { kek }), { kek, prove });
  const hers = ringOf(cora.id);
  const start = (memberId = cora.id) => startHandover(client, owner, memberId, { prove }, '12345');
  const take = async () =>
    acceptHandover(client, cora, hers, { kek, prove }, { kek: await newKek(), record: 'opaque.new' }, recovery);
  const recorded = async () =>
    (await owner.contacts.ledger.read()).served
      .map(({ entry }) => entry)
      .flatMap((entry) => (entry.type === 'handover' ? [[entry.step, entry.memberId, entry.actor]] : []));
  return { ann, cora, client, hers, server, start, take, accepted, recorded };
}

it('opens the vault for the new owner by the new password and the new recovery key, and both have recorded it', async () => {
  const { ann, cora, start, take, accepted, recorded } = await company();
  await start();
  await take();
  const [sent] = accepted;
  expect(sent).toMatchObject({ record: 'opaque.new', epoch: 1, recoverySaved: true, password: 'proof' });
  const vault = { ...ann.sealed, wraps: sent!.wraps };
  const { userId } = ann.vault;
  await openVault(userId, vault, ann.bundle, { kind: 'password', kek: await newKek() });
  await openVault(userId, vault, ann.bundle, await unlockByRecovery(recovery.code));
  for (const former of ['password', 'recovery'] as const)
    expect(sent!.wraps[former]).not.toBe(ann.sealed.wraps[former]);
  expect(await recorded()).toEqual([
    ['named', cora.id, userId],
    ['taken', cora.id, cora.id],
  ]);
});

it('records each step once, also when the call is tried again', async () => {
  const { cora, ann, start, take, recorded } = await company();
  await start();
  await start();
  await take();
  await take();
  expect(await recorded()).toEqual([
    ['named', cora.id, ann.vault.userId],
    ['taken', cora.id, cora.id],
  ]);
});

it('sends nothing if the owner has named nobody, or someone else, whatever the server says', async () => {
  const { start, take, accepted, recorded } = await company();
  await expect(take()).rejects.toMatchObject(problem('HANDOVER_REFUSED'));
  await start(crypto.randomUUID());
  await expect(take()).rejects.toMatchObject(problem('HANDOVER_REFUSED'));
  expect(accepted).toEqual([]);
  expect((await recorded()).map(([step]) => step)).toEqual(['named']);
});

it('sends nothing for the keys of another company, or for what was given to another person', async () => {
  const eves = await company();
  const { client, cora } = eves;
  const foreign = await client.send(routes.companyKeys, {});
  const {
    start,
    take,
    accepted,
    cora: own,
  } = await company({
    companyKeys: { ...foreign, companyId: crypto.randomUUID() },
  });
  await start();
  await expect(take()).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
  expect(accepted).toEqual([]);
  expect(own.id).not.toBe(cora.id);
});

it('takes over no account with another address than that of the company’s keys', async () => {
  const honest = await company();
  await honest.start();
  expect(await handoverTo(honest.client, honest.cora, honest.hers)).toMatchObject({ email: honest.ann.email });
  const { handover } = await honest.client.send(routes.handover, {});
  const lying = await company({ handover: { handover: { ...handover, email: 'eve@example.org' } } });
  await expect(handoverTo(lying.client, honest.cora, lying.hers)).rejects.toMatchObject(problem('HANDOVER_REFUSED'));
  await expect(handoverTo(honest.client, { id: 'other' }, honest.hers)).rejects.toMatchObject(
    problem('HANDOVER_REFUSED'),
  );
});
