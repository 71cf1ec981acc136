import { screen, within } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import type { PublicBundle } from '@tradepost/sealing/keys/bundle';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { closedVault, useVaultStore } from '../../vault/vault.store';
import { ContactsCard } from './contacts-card';

jest.mock('@tradepost/sealing/keys/bundle', () => ({
  ...jest.requireActual<object>('@tradepost/sealing/keys/bundle'),
  verifyContact: async (owner: object) => ({ ...owner, keyId: new Uint8Array(32) }),
}));

const api = new FakeApi();
// its first letter is Cyrillic; the server names it as a company that the person knows
const lookAlike = 'ann@\u0430cme.example';

beforeEach(() => {
  api.on(routes.contactKeys, () => [
    {
      userId: 'u2',
      email: lookAlike,
      companyName: 'Acme Ltd',
      bundle: { address: addressKey(lookAlike) } as PublicBundle,
    },
    { userId: 'u3', email: 'bob@\u0430cme.example', companyName: 'Bob Ltd', bundle: null },
  ]);
});
afterEach(() => useVaultStore.setState(closedVault));

it('confirms a contact under the address that the keys state, not under what the server calls it', async () => {
  useVaultStore.setState({ state: 'open', pins: { contacts: [], keys: {} } });
  const { person } = renderRoute(<ContactsCard />);
  const proven = 'ann@xn--cme-5cd.example';
  await person.click(await screen.findByRole('button', { name: `Confirm security number of ${proven}` }));
  const compare = within(screen.getByRole('dialog', { name: `Compare ${proven}\u2019s security number` }));
  expect(compare.getByRole('group', { name: `Fingerprint of ${proven} to compare` })).toBeVisible();
  expect(compare.queryByText(/Acme/)).not.toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('\u0430cme');
  expect(screen.getByText('bob@xn--cme-5cd.example')).toBeVisible();
});
