import type { ApprovedRecovery, RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { routes, type Route } from '@tradepost/contracts/routes';
import { toHex } from '@tradepost/sealing/crypto/bytes';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { Contacts } from '../../src/contacts/contacts';
import { memoryStore } from '../../src/contacts/device-store';
import { KeyLog } from '../../src/keys/key-log';
import { approveWaiting, waitingRecovery } from '../../src/recovery/approving';
import { finishRecovery, startedRecovery, startRecovery } from '../../src/recovery/recovering';
import { ownRecovery, requireNewest, splitAmong } from '../../src/recovery/shares';
import { personOf } from '../../src/testing/holders';
import { testKek, type Person } from '../../src/testing/people';
import { RecoveryServer } from '../../src/testing/recovery-server';
import { placeOf, type AlterAnswer, type Fixture } from './fixture';
import { scenario, type Scenario } from './scenario';

const prove = async () => 'proof';
const newKek = () => aesKey(new Uint8Array(32).fill(7), ['encrypt', 'decrypt']);
const silent = { onWrong: () => undefined };

/** What the server of a company has, once a recovery was started and approved by two of three members. */
async function approved({ log, work }: Fixture, owner: Person, companyId: string) {
  const server = new RecoveryServer(owner, companyId);
  server.ledger.part = 100;
  server.ledger.keyLog.take(log);
  const holders = await Promise.all(['bob', 'cid', 'dan'].map((name) => personOf(server, name)));
  const client = server.clientOf();
  const keyLogOn = (device = memoryStore()) => new KeyLog(client, device, work.labelOf);
  const contacts = new Contacts(client, owner.vault, keyLogOn());
  const shares = { holders: holders.map(({ key }) => key), threshold: 2 };
  await splitAmong(client, { vault: owner.vault, contacts }, companyId, shares, { kek: await testKek(), prove });
  const named = { id: owner.vault.userId, email: owner.email };
  const request = await startRecovery(client, named, companyId, { kek: await newKek(), prove });
  const waiting = server.state(holders[0]!.acting);
  const started = server.state(null);
  for (const { acting } of holders.slice(0, 2)) {
    const device = memoryStore();
    const asked = await waitingRecovery(server.clientOf(acting), acting, { device, keyLog: keyLogOn(device) });
    await approveWaiting(server.clientOf(acting), acting, asked!, { kek: await testKek(), prove }, device);
  }
  const given: ApprovedRecovery = await client.send(routes.approvedRecovery, { id: request.requestId });
  return { holders, waiting, started, given, request, named, keys: server.keys, entries: server.ledger.entries };
}

/** What the clients of an owner and of members do to recover a company. */
export async function recoveryScenarios(fixture: Fixture): Promise<Scenario[]> {
  const { ann, eve } = fixture;
  const companyId = crypto.randomUUID();
  const first = await approved(fixture, ann, companyId);
  const again = await approved(fixture, ann, companyId);
  const eves = await approved(fixture, eve, crypto.randomUUID());
  const [bob] = first.holders;
  const { requestId } = first.request;
  // a device that has read the record: reading it again saves nothing
  const before = placeOf(fixture, ann, { entries: first.entries, device: new Map() }, () => ({}));
  await before.contacts.ledger.load();
  const saved = { entries: first.entries, device: before.saved.device };
  const stored: [Route, unknown][] = [
    [routes.keys, { epoch: 1, keys: { bundle: ann.bundle, vault: ann.sealed, pins: null, recoverySaved: true } }],
    [routes.personKey, { key: first.keys.get(bob!.acting.id) }],
    [routes.recovery, first.waiting],
  ];
  const at = (answers: (route: Route) => unknown, alter: AlterAnswer) => {
    const honest = (asked: Route) => {
      const own = answers(asked);
      return own && Object.keys(own).length > 0 ? own : (new Map(stored).get(asked) ?? {});
    };
    return placeOf(fixture, ann, saved, honest, { alter });
  };
  const asOwner: RecoveryState = { ...first.waiting, share: null, request: null };
  const sources = { other: eves.waiting, older: again.waiting };
  const keyLogOf = (client: Parameters<typeof waitingRecovery>[0], device: ReturnType<typeof memoryStore>) =>
    new KeyLog(client as never, device, fixture.work.labelOf);
  return [
    scenario(
      { name: 'an owner sees the shares', route: routes.recovery, honest: asOwner, sources },
      at,
      async (place) => {
        const shown = await ownRecovery(place.client, first.named, companyId);
        if (!shown) throw new SealingError('RECOVERY_REFUSED');
        await requireNewest(place, shown.set);
        return [toHex(shown.set.id), shown.company.userId];
      },
    ),
    scenario(
      { name: 'an owner sees the number again', route: routes.recovery, honest: first.started, sources },
      at,
      async ({ client }) => {
        const { key } = await startedRecovery(client, first.named, companyId, { kek: await newKek() });
        // what members seal to; their approvals of another request, or of an older set, open nothing
        return [toHex(key.keyId)];
      },
    ),
    scenario(
      { name: 'a member approves a recovery', route: routes.recovery, honest: first.waiting, sources },
      at,
      async ({ client }) => {
        const device = memoryStore();
        const waiting = await waitingRecovery(client, bob!.acting, { device, keyLog: keyLogOf(client, device) });
        // the owner has read the number to the member
        if (!waiting || fingerprint(waiting.request) !== fingerprint(first.request))
          throw new SealingError('KEY_CHANGED');
        await approveWaiting(client, bob!.acting, waiting, { kek: await testKek(), prove }, device);
        return [fingerprint(waiting.request)];
      },
    ),
    scenario(
      {
        name: 'an owner finishes a recovery',
        route: routes.approvedRecovery,
        honest: first.given,
        sources: { other: eves.given, older: again.given },
      },
      at,
      async (place) => {
        const { vault } = await finishRecovery(
          place.client,
          first.named,
          { companyId, requestId, number: fingerprint(first.request) },
          { kek: await newKek(), prove },
          {
            ...silent,
            contactsOf: async (opened) => {
              const device = memoryStore();
              return new Contacts(place.client, opened, keyLogOf(place.client, device), { device });
            },
          },
        );
        return [fingerprint(vault.own)];
      },
    ),
  ];
}
