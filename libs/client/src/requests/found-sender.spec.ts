import { randomUUID } from 'node:crypto';
import type { SigningTarget } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { fileOf, keysOf, personCalled, serverWith, targetOf, type Person } from '../testing/people';
import { findSender, signPending, signaturesFor } from './requesting';

const requestId = randomUUID();
const texts = { intendedUse: 'Audit', note: 'Please' };
let ann: Person;
let bob: Person;
let eve: Person;
let prices: Awaited<ReturnType<typeof fileOf>>;

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
  prices = await fileOf(ann, 'prices.csv', 2);
});

describe('a receiver’s client', () => {
  it('shows the address that the sender’s keys state, and how they are known', async () => {
    const { client, keyring } = await serverWith(
      bob,
      [ann],
      [[routes.requestsToSign, { requests: [targetOf(ann, null, [prices])] }]],
    );
    const shown = await findSender(client, async () => keyring, { fileIds: [prices.fileId] });
    expect(shown).toMatchObject({ state: 'same', how: 'compared', keys: { address: ann.contact.address } });
  });

  it.each<[string, () => SigningTarget[], string]>([
    [
      'shows the sender’s keys under another address',
      () => [{ ...targetOf(ann, null, [prices]), sender: { ...keysOf(ann), email: eve.email } }],
      'KEY_UNPROVEN',
    ],
    ['names a second sender', () => [targetOf(ann, null, [prices]), targetOf(eve, null, [])], 'REQUEST_SET_DIFFERS'],
  ])('shows no sender of a server that %s', async (_, lie, problem) => {
    const { client, keyring } = await serverWith(bob, [ann], [[routes.requestsToSign, { requests: lie() }]]);
    await expect(findSender(client, async () => keyring, { fileIds: [prices.fileId] })).rejects.toMatchObject({
      problem,
    });
  });

  it('signs nothing for another known sender than the one that was shown', async () => {
    const { client, keyring, sent } = await serverWith(
      bob,
      [ann, eve],
      [[routes.requestsToSign, { requests: [targetOf(eve, requestId, [prices])] }]],
    );
    const fileIds = [prices.fileId];
    const senderAddress = ann.contact.address;
    const pending = { id: requestId, fileIds, intendedUse: null, note: null };
    const signing = signPending(client, async () => keyring, pending as never, senderAddress);
    await expect(signing).rejects.toMatchObject({ problem: 'REQUEST_REFUSED' });
    expect(sent.map(([route]) => route)).toEqual([routes.requestsToSign]);

    const other = await serverWith(
      bob,
      [ann, eve],
      [[routes.requestsToSign, { requests: [targetOf(eve, null, [prices])] }]],
    );
    const chosen = { fileIds, ...texts, senderAddress };
    await expect(signaturesFor(other.client, async () => other.keyring, chosen)).rejects.toMatchObject({
      problem: 'REQUEST_REFUSED',
    });
  });
});
