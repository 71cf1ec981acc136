import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { personOf } from '../testing/holders';
import { personCalled, testKek } from '../testing/people';
import { RecoveryServer } from '../testing/recovery-server';
import { startedRecovery, startRecovery } from './recovering';
import { splitAmong } from './shares';

const prove = async () => 'proof';
const companyId = crypto.randomUUID();
const newKek = () => aesKey(new Uint8Array(32).fill(7), ['encrypt', 'decrypt']);

it('shows the owner the number of the started recovery again, and no number of a key that the password does not open', async () => {
  const ann = await personCalled('ann');
  const server = new RecoveryServer(ann, companyId);
  await server.ledger.keyLog.log(ann.contact);
  const members = await Promise.all(['bob', 'cid'].map((name) => personOf(server, name)));
  const client = server.clientOf();
  const owner = { id: ann.vault.userId, email: ann.email };
  const ring = { vault: ann.vault, contacts: server.contactsOf() };
  const shares = { holders: members.map(({ key }) => key), threshold: 2 };
  await splitAmong(client, ring, companyId, shares, { kek: await testKek(), prove });
  const again = async (kek = newKek()) => startedRecovery(client, owner, companyId, { kek: await kek });
  await expect(again()).rejects.toMatchObject({ problem: 'RECOVERY_REFUSED' });

  const request = await startRecovery(client, owner, companyId, { kek: await newKek(), prove });
  expect(fingerprint(await again())).toBe(fingerprint(request));
  await expect(again(testKek())).rejects.toMatchObject({ problem: 'VAULT_LOCKED' });

  const named = { userId: ann.vault.userId, address: ann.email };
  const attackers = await createPersonKey(named, await testKek());
  const honest = server.request!;
  for (const swapped of [attackers, { ...honest, key: attackers.key }]) {
    server.request = { ...honest, ...swapped };
    await expect(again()).rejects.toMatchObject({ name: 'SealingError' });
  }
});
