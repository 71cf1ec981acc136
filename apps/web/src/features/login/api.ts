import { useMutation } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { ApiError } from '../../api/api-error';
import { send } from '../../api/send';
import { holdEnrolment, signIn, useAuth } from '../../session/auth.store';

export type Portal = 'sender' | 'receiver';

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code. */
  code?: string;
}

/** Not failures but the next step: they have a screen, so no toast. */
const nextSteps: ApiError['code'][] = ['TOTP_REQUIRED', 'TOTP_INVALID', 'EMAIL_NOT_VERIFIED'];

export const failedWith = (error: Error | null, code: ApiError['code']) => error instanceof ApiError && error.code === code;

export function useLogin(portal: Portal) {
  return useMutation({
    mutationFn: (credentials: Credentials) => send(portal === 'sender' ? routes.login : routes.loginReceiver, credentials),
    onMutate: ({ email }) => useAuth.setState({ email, isLoading: true, error: null }),
    onSuccess: (signedIn) => (signedIn.enrol ? holdEnrolment(signedIn) : signIn(signedIn)),
    onError: (error) =>
      useAuth.setState({
        isLoading: false,
        error: nextSteps.some((code) => failedWith(error, code)) ? null : error.message || 'An unknown error occurred during login',
      }),
  });
}
