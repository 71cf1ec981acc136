import { verifyBundle, verifyContact } from './bundle';
import { fromBase64url, toBase64url } from '../crypto/bytes';
import { checkPin, isPinned, noPins, openFormerPins, pin, pinBefore, pinOf, requirePin, type Pins } from './pins';
import { aesKey, sealUnder } from '../crypto/primitives';
import { counting } from '../testing/streams';
import { oldBundle } from '../testing/old-bundle';
import { createVault, type Vault } from './vault';

const alice = '01890a5d-ac96-774b-bcce-b302099a8058';
const bob = '01890a5d-ac96-774b-bcce-b302099a8059';
const carol = '01890a5d-ac96-774b-bcce-b302099a805a';
const ownerOf = (userId: string) => ({ userId, address: `${userId}@example.org` });
const kekOf = (first: number) => aesKey(counting(32, first), ['encrypt', 'decrypt']);
const refusal = (problem: string) => expect.objectContaining({ name: 'SealingError', problem });

const flipped = (value: string): string => {
  const bytes = fromBase64url(value);
  bytes[bytes.length - 1]! ^= 1;
  return toBase64url(bytes);
};

const sealPins = async (vault: Vault, pins: Pins, revision: number, name = 'contacts') => {
  const aad = new TextEncoder().encode(`sdx1/${name}|${vault.userId}|${vault.epoch}`);
  const json = new TextEncoder().encode(JSON.stringify({ revision, ...pins }));
  return toBase64url(await sealUnder(vault.key, json, aad));
};

describe('pins', () => {
  const keys = async () => ({ password: await kekOf(1), recovery: await kekOf(2) });
  const contactOf = async (owner: { userId: string; address: string }) =>
    verifyContact(owner, (await createVault(owner, 1, await keys())).bundle);

  it('recognise a contact’s key after the first time, and detect a change', async () => {
    const [first, second] = [await contactOf(ownerOf(bob)), await contactOf(ownerOf(bob))];
    expect(checkPin(noPins, first)).toBe('first');
    const pinned = pin(noPins, pinOf(first, 'first'));
    expect(checkPin(pinned, first)).toBe('same');
    expect(checkPin(pinned, second)).toBe('changed');
    expect(pinBefore(pinned, second)).toEqual(first.keyId);
    requirePin(noPins, first);
    requirePin(pinned, first);
    expect(() => requirePin(pinned, second)).toThrow(refusal('KEY_CHANGED'));
    requirePin(pin(pinned, pinOf(second, 'compared')), second);
  });

  it('never treat a known address with another user, or a known user with another address, as a first contact', async () => {
    const known = pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'compared'));
    expect(checkPin(known, await contactOf({ ...ownerOf(bob), userId: carol }))).toBe('changed');
    expect(checkPin(known, await contactOf({ ...ownerOf(carol), userId: bob }))).toBe('changed');
    expect(checkPin(known, await contactOf(ownerOf(carol)))).toBe('first');
  });

  it('keep one pin for each address and user', async () => {
    const moved = await contactOf({ userId: bob, address: 'bob@elsewhere.example' });
    const other = await contactOf({ userId: carol, address: ownerOf(bob).address });
    const both = pin(pin(noPins, pinOf(moved, 'first')), pinOf(other, 'first'));
    expect(both.contacts).toHaveLength(2);
    const one = await contactOf(ownerOf(bob));
    expect(pin(both, pinOf(one, 'compared')).contacts).toEqual([expect.objectContaining(ownerOf(bob))]);
  });

  it('from before addresses match a contact that states an address with the same keys, and no other', async () => {
    const one = await contactOf(ownerOf(bob));
    const old = { ...noPins, keys: { [bob]: toBase64url(one.pairId) } };
    expect([checkPin(old, one), isPinned(old, one)]).toEqual(['same', false]);
    expect(checkPin(old, await contactOf(ownerOf(bob)))).toBe('changed');
    const bound = pin(old, pinOf(one, 'first'));
    expect(bound).toMatchObject({ keys: {}, contacts: [ownerOf(bob)] });
    expect(isPinned(bound, one)).toBe(true);
  });

  it('of earlier releases open', async () => {
    const { vault } = await createVault(ownerOf(alice), 1, await keys());
    const old = { ...noPins, keys: { [bob]: 'AAAA' } };
    for (const name of ['pins', 'contacts'])
      expect(await openFormerPins(vault, await sealPins(vault, old, 7, name), 7)).toEqual(old);
  });

  it('recognise the sender of an old transfer by the same keys', async () => {
    const old = await verifyBundle(bob, oldBundle);
    expect(checkPin({ ...noPins, keys: { [bob]: toBase64url(old.keyId) } }, old)).toBe('same');
    const known = pin(noPins, { ...pinOf(await contactOf(ownerOf(bob)), 'first'), pairId: toBase64url(old.pairId) });
    expect(checkPin(known, old)).toBe('same');
    expect(checkPin(pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'first')), old)).toBe('changed');
  });

  it('of earlier releases are refused if they are older than known, changed or of another user', async () => {
    const { vault } = await createVault(ownerOf(alice), 1, await keys());
    const { vault: others } = await createVault(ownerOf(bob), 1, await keys());
    const now = await sealPins(vault, pin(noPins, pinOf(await contactOf(ownerOf(bob)), 'first')), 1);
    expect((await openFormerPins(vault, now, 1)).contacts).toHaveLength(1);
    const old = await sealPins(vault, noPins, 0);
    await expect(openFormerPins(vault, old, 1)).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    await expect(openFormerPins(others, now, 0)).rejects.toEqual(refusal('TAMPERED'));
    await expect(openFormerPins(vault, flipped(now), 0)).rejects.toEqual(refusal('TAMPERED'));
  });
});
