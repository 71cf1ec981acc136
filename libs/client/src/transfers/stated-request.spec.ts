import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { fileOf, keysOf, personCalled, requestFor, serverWith } from '../testing/people';
import { grantsFor } from './granting';

it.each(['person', 'program'] as const)(
  'grants and records nothing for a %s until what another partner has signed under the same id is agreed to',
  async (of) => {
    const [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
    const requestId = randomUUID();
    const secret = await fileOf(ann, 'secret.csv');
    const answer = {
      requestId,
      senderId: ann.vault.userId,
      // the server spells the address in its own way
      receiver: { ...keysOf(eve), email: eve.email.toUpperCase() },
      files: [secret],
      granted: null,
      signed: await requestFor(eve, ann, requestId, [secret]),
    };
    const { client, keyring, server } = await serverWith(ann, [bob, eve], [[routes.sealingTargets, answer]], of);
    const before = server.entries.length;
    const onRequest = jest.fn(() => Promise.reject(new Error('not agreed')));
    const options = { expiry: '2100-01-01T00:00:00.000Z', onRequest };
    await expect(grantsFor(client, keyring, { id: requestId }, options)).rejects.toThrow('not agreed');
    expect(onRequest).toHaveBeenCalledWith(
      expect.objectContaining({ receiverEmail: eve.contact.address, fileNames: ['secret.csv'] }),
    );
    expect(server.entries).toHaveLength(before);
  },
);
