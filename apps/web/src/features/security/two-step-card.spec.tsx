import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { TwoStepCard } from './two-step-card';

/** The password is proven by OPAQUE, in a worker. */
jest.mock('../../vault/password/password', () => ({ proofOf: async (password: string) => `proof of ${password}` }));

jest.mock('../../passkey/passkey-sign-in', () => ({ passkeyOfSecondStep: async () => ({ id: 'key' }) }));

const api = new FakeApi();
beforeEach(() => void api.on(routes.passkeys, () => []));

it('replaces the authenticator app with a code of the present one, and then with one of the new app', async () => {
  const security = { totp: true, recoveryCodesLeft: 9 };
  api.on(routes.me, () => ({ user: sender, security, deletionAt: null, language: 'en' }) as never);
  const begun = api.on(routes.beginTotp, ({ code }) => {
    if (code !== '123456') throw new AppError('TOTP_INVALID');
    return { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
  });
  const confirmed = api.on(routes.confirmTotp, () => ({ message: 'On', recoveryCodes: ['2222-3333'] }));
  const { person } = renderRoute(<TwoStepCard />);

  await person.click(await screen.findByRole('button', { name: 'Replace authenticator app' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Current password'), 'Correct-horse-9!');
  await person.type(dialog.getByLabelText('Code'), '000000');
  await person.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText(/This code is not valid/)).toBeVisible();
  await person.clear(dialog.getByLabelText('Code'));
  await person.type(dialog.getByLabelText('Code'), '123456');
  await person.click(dialog.getByRole('button', { name: 'Continue' }));

  const replace = await dialog.findByRole('button', { name: 'Replace' });
  await person.type(dialog.getByLabelText('Code'), '654321');
  await person.click(replace);
  expect(await dialog.findByText('2222-3333')).toBeVisible();
  expect(begun.map(({ password, code }) => [password, code])).toEqual(
    ['000000', '123456'].map((code) => ['proof of Correct-horse-9!', code]),
  );
  expect(confirmed).toEqual([{ code: '654321' }]);
});

it('renews the recovery codes with a passkey in place of a code that the person has lost', async () => {
  const security = { totp: true, recoveryCodesLeft: 0 };
  api.on(routes.me, () => ({ user: sender, security, deletionAt: null, language: 'en' }) as never);
  api.on(routes.passkeys, () => [{ id: 'p1', name: 'Laptop' }] as never);
  const renewed = api.on(routes.renewRecoveryCodes, () => ({ message: 'Renewed', recoveryCodes: ['2222-3333'] }));
  const { person } = renderRoute(<TwoStepCard />);
  await person.click(await screen.findByRole('button', { name: 'Renew recovery codes' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.click(await dialog.findByRole('button', { name: 'Use a passkey instead' }));
  await person.type(dialog.getByLabelText('Current password'), 'Correct-horse-9!');
  await person.click(dialog.getByRole('button', { name: 'Continue with a passkey' }));
  expect(await dialog.findByText('2222-3333')).toBeVisible();
  expect(renewed).toEqual([{ password: 'proof of Correct-horse-9!', passkey: { id: 'key' } }]);
});
