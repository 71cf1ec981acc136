import { routes } from '@tradepost/contracts/routes';
import { leaveBy, signOut } from './auth.store';
import { send } from '../api/send';
import { useMutation } from '../api/use-mutation';

/** Signs out, here even when the server cannot be reached. `token` is that of a step before the person is signed in. */
export const useSignOut = (token?: string) =>
  useMutation({
    mutationFn: () => leaveBy(() => send(routes.logout, {}, token ? { token } : {})),
    onSettled: signOut,
    networkMode: 'always',
  });
