import { routes, type Route } from '@tradepost/contracts/routes';
import { toHex } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { openPersonKey } from '@tradepost/sealing/keys/person-key';
import { askOtherDevices, compareNumber, giveKey, takeKey } from '../../src/company/key-handover';
import { ownerOf } from '../../src/keys/owner';
import { HandoverServer, testRecovery } from '../../src/testing/handover-server';
import { placeOf, type AlterAnswer, type Fixture } from './fixture';
import { scenario, type Scenario } from './scenario';

/** A device has asked for the key, and another one has given it. */
async function given(server: HandoverServer) {
  const own = await askOtherDevices(server.client, server.person);
  const handover = server.handover!;
  const compared = await compareNumber(server.client, server.person, handover, fingerprint(own));
  await giveKey(server.client, server.person, compared, await testRecovery());
  return { own, number: fingerprint(own), asked: { handover }, taken: { sealed: server.sealed! }, key: server.key };
}

/** What the clients of a person do: one device gives the key to another one. */
export async function handoverScenarios(fixture: Fixture): Promise<Scenario[]> {
  const [pat, eve] = [await HandoverServer.of('pat'), await HandoverServer.of('eve')];
  const [older, first, eves] = [await given(pat), await given(pat), await given(eve)];
  const { person } = pat;
  const at = (answers: (route: Route) => unknown, alter: AlterAnswer) => {
    const answered = (asked: Route) => (asked === routes.personKey ? { key: first.key } : answers(asked));
    return placeOf(fixture, fixture.ann, { entries: [], device: new Map() }, answered, { alter });
  };
  const give = async ({ client }: Pick<HandoverServer, 'client'>) => {
    const { handover } = await client.send(routes.keyHandover, {});
    if (!handover) throw new SealingError('KEY_HANDOVER_REFUSED');
    const compared = await compareNumber(client, person, handover, first.number);
    await giveKey(client, person, compared, await testRecovery());
    return [toHex(compared.keyId)];
  };
  return [
    scenario(
      {
        name: 'a person gives the key to another device',
        route: routes.keyHandover,
        honest: first.asked,
        sources: { other: eves.asked, older: older.asked },
      },
      at,
      give,
    ),
    scenario(
      {
        name: 'a new device takes the key',
        route: routes.takeKeyHandover,
        honest: first.taken,
        sources: { other: eves.taken, older: older.taken },
      },
      at,
      async ({ client }) => {
        const opened = await openPersonKey(ownerOf(person), first.key, await takeKey(client, first.own));
        return [toHex(opened.keyId)];
      },
    ),
  ];
}
