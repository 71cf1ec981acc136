import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { fromBase64url, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { askHandover, compareHandover, giveHandover, handedOver } from '@tradepost/sealing/keys/key-handover';
import { openPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { KeyHandoverRow } from '../src/key-handover/key-handover.entity';
import { KeyHandoverSweeper } from '../src/key-handover/key-handover.sweeper';
import { ownerOf, startSsoPeople, type SsoPeople } from './sso-person-kit';

let people: SsoPeople;
let fixture: SsoPeople['fixture'];
beforeAll(async () => {
  people = await startSsoPeople({ KEY_HANDOVERS_PER_DAY: '4' });
  ({ fixture } = people);
});
afterAll(() => people.stop());

const notFound = { code: 'NOT_FOUND' };
const someSealed = toBase64url(new Uint8Array(219));

/** A person with a key that is open on one device, and another device that signs in. */
async function twoDevices() {
  const made = await people.withKey();
  return { ...made, old: made.who, fresh: await people.enter(made.who.email) };
}
type Person = Awaited<ReturnType<typeof twoDevices>>;

const shown = async (who: UserActor) => (await fixture.call(identity.keyHandover, {}, who)).handover;
async function ask({ stored, who }: Pick<Person, 'stored' | 'who'>, from: UserActor) {
  const asked = await askHandover(await verifyPersonKey(ownerOf(who), stored.key));
  const { hpkePublic } = stored.key;
  const { handover } = await fixture.call(identity.startKeyHandover, { ...asked.sent, hpkePublic }, from);
  return { asked, handover, number: fingerprint(asked), id: asked.requestId };
}
/** As the device on which the key is open. */
async function give({ old, stored, recovery }: Person, number: string) {
  const handover = (await shown(old))!;
  const person = await verifyPersonKey(ownerOf(old), stored.key);
  const sealed = await giveHandover(await compareHandover(person, handover, number), stored, recovery);
  await fixture.call(identity.giveKeyHandover, { id: handover.requestId, sealed }, old);
  return sealed;
}
const take = (id: string, by: UserActor) => fixture.call(identity.takeKeyHandover, { id }, by);
const stop = (id: string, by: UserActor) => fixture.call(identity.stopKeyHandover, { id }, by);
const givesGarbage = (id: string, by: UserActor) =>
  fixture.call(identity.giveKeyHandover, { id, sealed: someSealed }, by);
const rows = () => sql(fixture.db.read).count(KeyHandoverRow);
const expire = ({ userId }: UserActor) =>
  fixture.db.transaction((tx) => sql(tx).update(KeyHandoverRow, userId, { expiresAt: new Date(Date.now() - 1) }));
const stepsOf = async ({ userId }: UserActor) =>
  (await fixture.published(identityEvents.keyHandoverChanged)).filter((one) => one.userId === userId);

it('gives the key of a person to a new device, once, and tells the person', async () => {
  const person = await twoDevices();
  const { old, fresh, stored } = person;
  expect([await shown(old), await shown(fresh)]).toEqual([null, null]);
  const { asked, number, id, handover } = await ask(person, fresh);
  expect(handover).toMatchObject({ requestId: id, startedHere: true, given: false, ip: fresh.ip });
  expect(Date.parse(handover.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
  expect(await shown(old)).toEqual({ ...handover, startedHere: false });
  await expect(take(id, fresh)).rejects.toMatchObject(notFound);
  const sealed = await give(person, number);
  expect(await shown(fresh)).toMatchObject({ given: true });
  await expect(take(id, old)).rejects.toMatchObject(notFound);
  const unlock = handedOver(asked, (await take(id, fresh)).sealed);
  expect((await openPersonKey(ownerOf(fresh), stored, unlock)).keyId).toEqual(asked.person.keyId);
  await expect(take(id, fresh)).rejects.toMatchObject(notFound);
  expect([await shown(old), await shown(fresh)]).toEqual([null, null]);
  expect(await tablesWith(fixture.db, sealed)).toEqual([]);

  const { companyId, companyName } = people.owner;
  expect(await stepsOf(old)).toEqual(
    ['asked', 'given', 'taken'].map((handover) => ({ companyId, companyName, userId: old.userId, handover })),
  );
  const mails = await fixture.mails('key-handover', old.email);
  expect(mails.map(({ data }) => data)).toMatchObject([
    { taken: false, ip: fresh.ip },
    { taken: true, ip: fresh.ip },
  ]);
});

it('has one request of a person at a time, which each of their devices can end', async () => {
  const person = await twoDevices();
  const { old, fresh } = person;
  const first = await ask(person, fresh);
  await expect(ask(person, old)).rejects.toMatchObject({ code: 'KEY_HANDOVER_PENDING' });
  const again = await ask(person, fresh);
  await give(person, again.number);
  for (const call of [take, stop, givesGarbage]) await expect(call(first.id, fresh)).rejects.toMatchObject(notFound);
  await stop(again.id, old);
  for (const call of [take, stop, givesGarbage]) await expect(call(again.id, fresh)).rejects.toMatchObject(notFound);
  const third = await ask(person, old);
  await stop(third.id, fresh);
  expect(await shown(old)).toBeNull();
  expect((await stepsOf(old)).map(({ handover }) => handover)).toEqual([
    'asked',
    'asked',
    'given',
    'stopped',
    'asked',
    'stopped',
  ]);
});

it('ends what was given before with the next request of the same device', async () => {
  const person = await twoDevices();
  const first = await ask(person, person.fresh);
  await give(person, first.number);
  const again = await ask(person, person.fresh);
  expect(await shown(person.fresh)).toMatchObject({ requestId: again.id, given: false });
  await expect(take(again.id, person.fresh)).rejects.toMatchObject(notFound);
});

it('ends after ten minutes, and what was given is deleted', async () => {
  const person = await twoDevices();
  const { old, fresh } = person;
  const { id, number } = await ask(person, fresh);
  await give(person, number);
  await fixture.app.get(KeyHandoverSweeper).sweep();
  expect(await shown(old)).not.toBeNull();
  await expire(old);
  expect(await shown(old)).toBeNull();
  for (const call of [take, stop, givesGarbage]) await expect(call(id, fresh)).rejects.toMatchObject(notFound);
  const before = await rows();
  await fixture.app.get(KeyHandoverSweeper).sweep();
  expect(await rows()).toBe(before - 1);
});

it('is in the way of no other device once it has expired', async () => {
  const person = await twoDevices();
  await ask(person, person.fresh);
  await expire(person.old);
  const { id } = await ask(person, person.old);
  expect(await shown(person.fresh)).toMatchObject({ requestId: id, startedHere: false });
});

it('is mailed also under the id of an earlier request, of this person or another one: a thief must not silence the mail', async () => {
  const [thief, person] = [await twoDevices(), await twoDevices()];
  const { asked } = await ask(thief, thief.fresh);
  for (let count = 0; count < 2; count++) {
    const { hpkePublic } = person.stored.key;
    await fixture.call(identity.startKeyHandover, { ...asked.sent, hpkePublic }, person.fresh);
    await givesGarbage(asked.requestId, person.fresh);
    await take(asked.requestId, person.fresh);
  }
  const mails = await fixture.mails('key-handover', person.old.email);
  expect(mails.map(({ data }) => data.taken)).toEqual([false, true, false, true]);
});

it('is limited in a day', async () => {
  const person = await twoDevices();
  for (let count = 0; count < 4; count++) await ask(person, person.fresh);
  await expect(ask(person, person.fresh)).rejects.toMatchObject({ code: 'TOO_MANY' });
});

describe('ends', () => {
  it('with the session of the device that has asked', async () => {
    const person = await twoDevices();
    const { id, number } = await ask(person, person.fresh);
    await give(person, number);
    await fixture.call(identity.logout, {}, person.fresh);
    expect(await shown(person.old)).toBeNull();
    await expect(take(id, person.fresh)).rejects.toMatchObject(notFound);
    await ask(person, person.old);
  });

  it('with a suspension, also after it was lifted', async () => {
    const person = await twoDevices();
    const { id: requestId, number } = await ask(person, person.fresh);
    await give(person, number);
    const admin = userActor({ userType: 'admin', companyId: null, companyName: null });
    const { userId: id } = person.old;
    await fixture.call(identity.suspend, { id, reason: 'A suspicion' }, admin);
    await fixture.call(identity.restore, { id }, admin);
    await expect(take(requestId, person.fresh)).rejects.toMatchObject(notFound);
    expect(await shown(await people.enter(person.old.email))).toBeNull();
  });

  it('with another key of the person', async () => {
    const person = await twoDevices();
    const { id, number } = await ask(person, person.fresh);
    await give(person, number);
    const { key, wrap } = await people.keyOf(person.old);
    await fixture.call(identity.createSsoPersonKey, { key, wrap }, person.old);
    await expect(take(id, person.fresh)).rejects.toMatchObject(notFound);
    // a page that has not noticed asks for the former key
    await expect(ask(person, person.fresh)).rejects.toMatchObject({ code: 'KEYS_STALE' });
  });

  it('with the account', async () => {
    const person = await twoDevices();
    const { number } = await ask(person, person.fresh);
    const sealed = await give(person, number);
    expect(await tablesWith(fixture.db, sealed)).toEqual(['key_handover']);
    const due = "UPDATE account SET deletion_at = '2026-01-01' WHERE id = $1";
    await sql(fixture.db.read).query(due, [person.old.userId]);
    await fixture.app.get(DeletionSweeper).sweep();
    expect(await tablesWith(fixture.db, sealed)).toEqual([]);
  });
});

describe('refuses', () => {
  it('another person, of this company or another one', async () => {
    const [person, other] = [await twoDevices(), await twoDevices()];
    const { id, number } = await ask(person, person.fresh);
    await give(person, number);
    const own = await ask(other, other.fresh);
    for (const call of [take, stop, givesGarbage]) await expect(call(id, other.fresh)).rejects.toMatchObject(notFound);
    expect(await shown(other.old)).toMatchObject({ requestId: own.id, given: false });
    expect(await shown(person.fresh)).toMatchObject({ requestId: id, given: true });
  });

  it('a session that no provider has opened', async () => {
    const person = await twoDevices();
    const { id } = await ask(person, person.fresh);
    const { sso: _, ...withPassword } = person.old;
    const { sent } = await askHandover(await verifyPersonKey(ownerOf(person.old), person.stored.key));
    for (const call of [
      () => shown(withPassword),
      () =>
        fixture.call(identity.startKeyHandover, { ...sent, hpkePublic: person.stored.key.hpkePublic }, withPassword),
      () => take(id, withPassword),
      () => givesGarbage(id, withPassword),
      () => stop(id, withPassword),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('a person who has a password by now, which alone gives access to keys', async () => {
    const person = await twoDevices();
    const { id } = await ask(person, person.fresh);
    const ticket = await fixture.ticketFor(person.old.email);
    await fixture.call(identity.resetPassword, { password: 'a new secret!' }, ticket);
    for (const call of [
      () => ask(person, person.fresh),
      () => take(id, person.fresh),
      () => givesGarbage(id, person.old),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'PASSWORD_SIGN_IN_REQUIRED' });
  });

  it('a person without a key', async () => {
    const [who, other] = [await people.enter(), await people.withKey()];
    const { sent } = await askHandover(await verifyPersonKey(ownerOf(other.who), other.stored.key));
    const { hpkePublic } = other.stored.key;
    await expect(fixture.call(identity.startKeyHandover, { ...sent, hpkePublic }, who)).rejects.toMatchObject(notFound);
  });

  it('garbage, and changes nothing', async () => {
    const person = await twoDevices();
    const { fresh, stored } = person;
    const { sent } = await askHandover(await verifyPersonKey(ownerOf(fresh), stored.key));
    const honest = { ...sent, hpkePublic: stored.key.hpkePublic };
    for (const wrong of [
      { ...honest, requestId: 'not an id' },
      { ...honest, requestId: honest.requestId.toUpperCase() },
      { ...honest, sealedPublic: toBase64url(fromBase64url(honest.sealedPublic).slice(1)) },
      { ...honest, sealedPublic: `${honest.sealedPublic.slice(0, -1)}=` },
      { ...honest, hpkePublic: 'AAAA' },
    ])
      await expect(fixture.call(identity.startKeyHandover, wrong, fresh)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await shown(fresh)).toBeNull();
    const { id } = await ask(person, fresh);
    for (const sealed of ['', 'AAAA', toBase64url(new Uint8Array(601)), '!'.repeat(292)])
      await expect(fixture.call(identity.giveKeyHandover, { id, sealed }, person.old)).rejects.toMatchObject({
        code: 'INVALID',
      });
    expect(await shown(fresh)).toMatchObject({ given: false });
  });

  it('all but one of several devices that ask at the same time', async () => {
    const person = await twoDevices();
    const third = await people.enter(person.old.email);
    const outcomes = await Promise.allSettled([person.fresh, third, person.old].map((from) => ask(person, from)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'KEY_HANDOVER_PENDING' });
  });

  it('all but one of several takes at the same time', async () => {
    const person = await twoDevices();
    const { id, number } = await ask(person, person.fresh);
    await give(person, number);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => take(id, person.fresh)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
