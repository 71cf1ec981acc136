import { useMutation } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { signIn, useAuth } from '../../session/auth.store';

export type Portal = 'sender' | 'receiver';

export function useLogin(portal: Portal) {
  return useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      send(portal === 'sender' ? routes.login : routes.loginReceiver, credentials),
    onMutate: ({ email }) => useAuth.setState({ email, isLoading: true, error: null }),
    onSuccess: (signedIn) => signIn(signedIn),
    onError: ({ message }) => useAuth.setState({ isLoading: false, error: message || 'An unknown error occurred during login' }),
  });
}
