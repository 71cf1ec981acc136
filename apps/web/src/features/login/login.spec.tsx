import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { useAuth } from '../../session/auth.store';
import { forgetReturn, rememberReturn } from '../../session/return-to';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { keysOfPassword } from '../../vault/password/password';
import { LoginForm } from './parts';

/** Argon2id runs in a worker, which jsdom does not have. */
jest.mock('../../vault/password/password', () => ({
  keysOfPassword: jest.fn(),
  movedKeys: async (keys: unknown) => keys,
}));
const hashed = jest.mocked(keysOfPassword);

const api = new FakeApi();
const rightCode = '123456';

function renderLogin() {
  hashed.mockReset();
  hashed.mockImplementation((email) =>
    Promise.resolve({ email, prove: async () => 'proof', kek: {} as never, serverKey: '', isFormer: false }),
  );
  const calls = api.on(routes.login, ({ code }) => {
    if (!code) throw new AppError('TOTP_REQUIRED');
    if (code !== rightCode) throw new AppError('TOTP_INVALID');
    return { token: 'token', user: sender } as never;
  });
  const { person } = renderRoute(<LoginForm portal="sender" />);
  useAuth.setState({ user: null, isAuthenticated: false });
  return { calls, person };
}

type Person = ReturnType<typeof renderLogin>['person'];

async function enterPassword(person: Person) {
  await person.type(screen.getByLabelText('Email'), sender.email);
  await person.type(screen.getByLabelText('Password'), 'Secret-1!');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Two-step sign-in' });
}

describe('login with two-step sign-in', () => {
  it('asks for the code, and hashes the password only once', async () => {
    const { calls, person } = renderLogin();
    await enterPassword(person);
    await person.type(screen.getByLabelText('Code'), rightCode);
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
    expect(calls).toMatchObject([{ password: 'proof' }, { password: 'proof', code: rightCode }]);
    expect(hashed).toHaveBeenCalledTimes(1);
  });

  it('shows a wrong code under its field and stays there', async () => {
    const { person } = renderLogin();
    await enterPassword(person);
    await person.type(screen.getByLabelText('Code'), '000000');
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/code/i));
    expect(useAuth.getState().isAuthenticated).toBe(false);
  });

  it('accepts a recovery code instead, and removes the password when going back', async () => {
    const { person } = renderLogin();
    await enterPassword(person);
    await person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
    expect(screen.getByLabelText('Recovery code')).toHaveValue('');
    await person.click(screen.getByRole('button', { name: /Back$/ }));
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });
});

it('signs in through the other portal if the account belongs there', async () => {
  const { person } = renderLogin();
  api.on(routes.login, () => {
    throw new AppError('BAD_CREDENTIALS');
  });
  const entered = api.on(routes.loginReceiver, () => ({ token: 'token', user: sender }) as never);
  await person.type(screen.getByLabelText('Email'), sender.email);
  await person.type(screen.getByLabelText('Password'), 'Secret-1!');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
  expect(entered).toMatchObject([{ password: 'proof' }]);
});

describe('the sign-in of senders', () => {
  afterEach(forgetReturn);

  it('offers receivers who followed the link of a mail their sign-in and sign-up', () => {
    rememberReturn('/share-folders?folder=f1');
    renderLogin();
    expect(screen.getByRole('link', { name: 'Receiver sign in' })).toHaveAttribute('href', '/receiver/login');
    expect(screen.getByRole('link', { name: 'Receiver sign up' })).toHaveAttribute('href', '/receiver/signup');
  });

  it('has one link for receivers otherwise', () => {
    rememberReturn('/requests');
    renderLogin();
    expect(screen.getByRole('link', { name: 'Receiver sign in' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Receiver sign up' })).not.toBeInTheDocument();
  });
});
