import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url, uuidBytes } from '@tradepost/sealing/crypto/bytes';
import { useAuth } from '../../session/auth.store';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import { passkeyUnlockOf } from '../../vault/passkey-unlock';
import { LoginForm } from './parts';

const api = new FakeApi();
const own = '01890a5d-ac96-774b-bcce-b302099a8058';
const prfOutput = new Uint8Array(32).fill(7);
const bytes = (...given: number[]) => Uint8Array.from(given).buffer;

/** A browser with an authenticator that has a passkey of the user `own`. */
function withAuthenticator(get = jest.fn()) {
  get.mockResolvedValue({
    rawId: bytes(1),
    response: {
      clientDataJSON: bytes(2),
      authenticatorData: bytes(3),
      signature: bytes(4),
      userHandle: uuidBytes(own).buffer,
    },
    getClientExtensionResults: () => ({ prf: { results: { first: prfOutput.buffer } } }),
  });
  Object.defineProperty(globalThis, 'PublicKeyCredential', { value: class {}, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  return get;
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const challenge = toBase64url(new Uint8Array(32));
const wrap = toBase64url(new Uint8Array(60));

function renderLogin(userId = own) {
  api.on(routes.startPasskeySignIn, () => ({ challenge, rpId: 'localhost', timeout: 1_000 }));
  const calls = api.on(
    routes.passkeyLogin,
    () => ({ token: 'token', user: { ...sender, id: userId }, vault: { epoch: 1, wrap } }) as never,
  );
  const { person } = renderRoute(<LoginForm portal="sender" />);
  useAuth.setState({ user: null, isAuthenticated: false });
  return { person, calls };
}
const enter = () => screen.getByRole('button', { name: 'Sign in with a passkey' });

it('signs in, sends nothing of the output that opens the vault, and remembers how to open it', async () => {
  const get = withAuthenticator();
  const { person, calls } = renderLogin();
  await person.click(enter());
  await waitFor(() => expect(useAuth.getState().isAuthenticated).toBe(true));
  expect(get.mock.calls[0]?.[0]).toMatchObject({ publicKey: { rpId: 'localhost', userVerification: 'required' } });
  expect(Object.keys((calls[0] as { passkey: object }).passkey).sort()).toEqual([
    'authenticatorData',
    'clientDataJSON',
    'id',
    'signature',
    'userHandle',
  ]);
  expect(JSON.stringify(calls)).not.toContain(toBase64url(prfOutput));
  expect(passkeyUnlockOf(own, 1)).toMatchObject({ wrap });
  expect(passkeyUnlockOf(own, 2)).toBeNull();
});

it('refuses a server that signs in someone else than the owner of the passkey', async () => {
  withAuthenticator();
  const { person } = renderLogin('01890a5d-ac96-774b-bcce-b302099a8059');
  await person.click(enter());
  expect(await screen.findByText(/did not follow the sign-in protocol/)).toBeInTheDocument();
  expect(useAuth.getState().isAuthenticated).toBe(false);
});

it('says so when the person cancels or the server refuses', async () => {
  const get = withAuthenticator();
  const { person } = renderLogin();
  get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  await person.click(enter());
  expect(await screen.findByText('No passkey was used. Please try again.')).toBeInTheDocument();
  api.on(routes.passkeyLogin, () => {
    throw new AppError('PASSKEY_REFUSED');
  });
  await person.click(enter());
  expect(await screen.findByText(/This passkey cannot be used here/)).toBeInTheDocument();
  expect(useAuth.getState().isAuthenticated).toBe(false);
});

it('is not offered by a browser without passkeys', () => {
  renderLogin();
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument();
});
