import { routes } from '@tradepost/contracts/routes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { askHandover, compareHandover, giveHandover } from '@tradepost/sealing/keys/key-handover';
import { createPersonKey, openPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { ownerOf } from '../keys/owner';
import { HandoverServer, testRecovery } from '../testing/handover-server';
import { askOtherDevices, compareNumber, giveKey, takeKey } from './key-handover';
import { addPasskeyToOwnKey, openOwnKey } from './person-key';

const refused = expect.objectContaining({ name: 'SealingError', problem: 'KEY_HANDOVER_REFUSED' });
const locked = expect.objectContaining({ name: 'SealingError', problem: 'VAULT_LOCKED' });

async function asked(server: HandoverServer) {
  const own = await askOtherDevices(server.client, server.person);
  return { own, number: fingerprint(own) };
}

/** As the other device does it. */
async function give(server: HandoverServer, number: string) {
  const { handover } = await server.client.send(routes.keyHandover, {});
  const compared = await compareNumber(server.client, server.person, handover!, number);
  await giveKey(server.client, server.person, compared, await testRecovery());
}

it('opens the key on a new device, which then gives it to a third one', async () => {
  const bob = await HandoverServer.of('bob');
  const first = await asked(bob);
  await expect(takeKey(bob.client, first.own)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await give(bob, first.number);
  const unlock = await takeKey(bob.client, first.own);
  const number = fingerprint((await openOwnKey(bob.client, bob.person, await testRecovery()))!);
  expect(fingerprint((await openOwnKey(bob.client, bob.person, unlock))!)).toBe(number);

  const third = await asked(bob);
  const compared = await compareNumber(bob.client, bob.person, bob.handover!, third.number);
  await giveKey(bob.client, bob.person, compared, unlock);
  const opened = await openOwnKey(bob.client, bob.person, await takeKey(bob.client, third.own));
  expect(fingerprint(opened!)).toBe(number);
});

describe('a lying server', () => {
  it('gets nothing for a fresh key of its own, of another request or of another person', async () => {
    const [bob, eve] = [await HandoverServer.of('bob'), await HandoverServer.of('eve')];
    const { number } = await asked(bob);
    const honest = bob.handover!;
    const servers = await askHandover(await verifyPersonKey(ownerOf(bob.person), bob.key.key));
    await asked(eve);
    for (const handover of [
      { ...honest, ...servers.sent },
      { ...honest, sealedPublic: servers.sent.sealedPublic },
      { ...honest, requestId: servers.requestId },
      { ...honest, ...eve.handover },
    ]) {
      bob.handover = handover;
      await expect(give(bob, number)).rejects.toEqual(refused);
    }
    expect(bob.sealed).toBeNull();
  });

  it('cannot show an earlier request again with its number, once the person has another key', async () => {
    const bob = await HandoverServer.of('bob');
    const { number } = await asked(bob);
    const { kek, kind } = await testRecovery();
    const compared = await compareNumber(bob.client, bob.person, bob.handover!, number);
    bob.key = await createPersonKey(ownerOf(bob.person), kek, kind);
    await expect(give(bob, number)).rejects.toEqual(refused);
    await expect(giveKey(bob.client, bob.person, compared, await testRecovery())).rejects.toEqual(refused);
    expect(bob.sealed).toBeNull();
  });

  it('cannot make the new device take another key, an earlier one or that of another person', async () => {
    const [bob, eve] = [await HandoverServer.of('bob'), await HandoverServer.of('eve')];
    const earlier = await asked(bob);
    await give(bob, earlier.number);
    const replayed = bob.sealed!;
    const eves = await asked(eve);
    await give(eve, eves.number);
    const { own } = await asked(bob);
    // it does not know the fresh key: at most it seals to one of its own
    const stated = await verifyPersonKey(ownerOf(bob.person), bob.key.key);
    const servers = await askHandover(stated);
    const compared = await compareHandover(stated, servers.sent, fingerprint(servers));
    const forged = await giveHandover(compared, bob.key, await testRecovery());
    for (const sealed of [replayed, eve.sealed!, forged, 'AAAA', replayed.slice(0, -4)]) {
      bob.sealed = sealed;
      await expect(takeKey(bob.client, own)).rejects.toEqual(locked);
    }
  });

  it('cannot show the new device a key of its own as that of the person', async () => {
    const bob = await HandoverServer.of('bob');
    const honest = bob.key;
    const { kek, kind } = await testRecovery();
    const made = await createPersonKey(ownerOf(bob.person), kek, kind);
    bob.key = made;
    const { own, number } = await asked(bob);
    // the device that has the key shows it to the person
    bob.key = honest;
    await expect(give(bob, number)).rejects.toEqual(refused);
    expect(bob.sealed).toBeNull();
    bob.key = made;
    const servers = await askHandover(await verifyPersonKey(ownerOf(bob.person), made.key));
    const compared = await compareHandover(servers.person, servers.sent, fingerprint(servers));
    bob.sealed = await giveHandover(compared, made, await testRecovery());
    await expect(takeKey(bob.client, own)).rejects.toEqual(locked);
  });

  it('cannot exchange the key after it was taken', async () => {
    const bob = await HandoverServer.of('bob');
    const { own, number } = await asked(bob);
    await give(bob, number);
    const unlock = await takeKey(bob.client, own);
    const { kek, kind } = await testRecovery();
    const made = await createPersonKey(ownerOf(bob.person), kek, kind);
    await expect(openPersonKey(ownerOf(bob.person), made, unlock)).rejects.toEqual(locked);
    bob.key = made;
    const passkey = { kind: 'passkey', id: 'bGFw', kek } as const;
    await expect(addPasskeyToOwnKey(bob.client, bob.person, unlock, passkey)).rejects.toEqual(locked);
  });
});
