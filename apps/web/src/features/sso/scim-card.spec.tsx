import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import { ScimCard } from './scim-card';

/** The password is proven by OPAQUE, in a worker. */
jest.mock('../../vault/own-keys', () => ({
  secretsForApiKey: async (password: string) => ({ password: `proof of ${password}`, made: null }),
}));

const api = new FakeApi();
const baseUrl = 'https://tradepost.example/api/scim/v2';
const token = {
  id: 't1',
  name: 'Entra ID',
  prefix: 'tp_1_',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2999-01-01T00:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  createdBy: 'bo@example.com',
};

it('shows a new token once, with the base URL, and lists it without its secret', async () => {
  let tokens: (typeof token)[] = [];
  api.on(routes.scimTokens, () => ({ baseUrl, tokens }));
  const created = api.on(routes.createScimToken, ({ password }) => {
    if (password !== 'proof of Correct-horse-9!') throw new AppError('PASSWORD_WRONG');
    tokens = [token];
    return { token: 'tp_secret', scimToken: token };
  });
  const { person } = renderRoute(<ScimCard isReady />);
  expect(await screen.findByText(baseUrl)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Create SCIM token' }));
  await person.type(await screen.findByLabelText('Name'), 'Entra ID');
  await person.type(screen.getByLabelText('Current password'), 'wrong');
  await person.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('The current password is wrong')).toBeVisible();
  await person.clear(screen.getByLabelText('Current password'));
  await person.type(screen.getByLabelText('Current password'), 'Correct-horse-9!');
  await person.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('tp_secret')).toBeVisible();
  // closing would lose it
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(created.at(-1)).toMatchObject({ name: 'Entra ID', expiresInDays: 365 });
  await person.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText('tp_secret')).toBeNull();
  const list = within(await screen.findByRole('list', { name: 'SCIM tokens' }));
  expect(list.getByText('Never used')).toBeVisible();
});

it('revokes a token after a question, and lists no ended ones', async () => {
  const ended = { ...token, id: 't2', name: 'Okta', revokedAt: '2026-02-01T00:00:00.000Z' };
  let tokens: object[] = [token, ended];
  api.on(routes.scimTokens, () => ({ baseUrl, tokens }) as never);
  const revoked = api.on(routes.revokeApiKey, () => {
    tokens = [ended];
    return { message: 'The key was revoked' };
  });
  const { person } = renderRoute(<ScimCard isReady />);
  await person.click(await screen.findByRole('button', { name: 'Revoke Entra ID' }));
  expect(screen.queryByText('Okta')).toBeNull();
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(baseUrl)).toBeVisible();
  expect(revoked).toEqual([{ id: 't1' }]);
});

it('needs a verified domain', async () => {
  api.on(routes.scimTokens, () => ({ baseUrl, tokens: [] }));
  renderRoute(<ScimCard isReady={false} />);
  expect(await screen.findByText('Verify a domain first.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create SCIM token' })).toBeDisabled();
});
