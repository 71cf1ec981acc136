import { ApiError } from '@tradepost/client/api/api-error';
import { useAuth } from '../../session/auth.store';
import type { KeysAnswer } from '../queries';
import { reconcile } from './reconcile';

// the browser's store of keys is not in jsdom
jest.mock('../device', () => ({ readKey: () => Promise.resolve({ epoch: 1, key: 'key' }) }));
jest.mock('@tradepost/sealing/keys/vault', () => ({ resumeVault: () => Promise.resolve('vault') }));
jest.mock('./server-keys', () => ({ otherTabs: {} }));
const activate = jest.fn();
jest.mock('./activate', () => ({ activate: (): unknown => activate() }));

const user = { id: 'ann', email: 'ann@sender.example' };
const answer = { epoch: 1, seen: { epoch: 0 }, keys: { vault: { epoch: 1 }, bundle: { epoch: 1 } } } as KeysAnswer;
const refused = new ApiError('Please sign in', { status: 401 });

beforeEach(() => useAuth.setState({ isAuthenticated: true, user: user as never }));

it('shows no error when the session ends during the check', async () => {
  activate.mockImplementation(() => {
    useAuth.setState({ isAuthenticated: false, user: null });
    return Promise.reject(refused);
  });
  await expect(reconcile(user, answer)).resolves.toBeUndefined();
});

it('shows an error while the person is signed in', async () => {
  activate.mockRejectedValue(refused);
  await expect(reconcile(user, answer)).rejects.toBe(refused);
});
