import { useMutation } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { ApiError } from '@tradepost/client/api-error';
import { send } from '../../api/send';
import { holdEnrolment, signIn, useAuth } from '../../session/auth.store';
import { holdKeys } from '../../vault/held-keys';
import { keysOfPassword, type AccountKeys } from '../../vault/password';
import { explain } from '../../vault/words';

export type Portal = 'sender' | 'receiver';

export interface Credentials {
  email: string;
  password: string;
}

/** The second step begins with the keys of the first: the password is typed and worked on once. */
export interface SecondStep {
  keys: AccountKeys;
  /** Of the authenticator app, or a recovery code. */
  code: string;
}

/** The password was right, and a code is asked for. */
export class CodeNeeded extends Error {
  constructor(readonly keys: AccountKeys) {
    super('A code is needed');
  }
}

/** Not failures but the next step: they have a screen, so no toast. */
const nextSteps: ApiError['code'][] = ['TOTP_INVALID', 'EMAIL_NOT_VERIFIED'];

export const failedWith = (error: Error | null, code: ApiError['code']) =>
  error instanceof ApiError && error.code === code;

export function useLogin(portal: Portal) {
  return useMutation({
    mutationFn: async (given: Credentials | SecondStep) => {
      const keys = 'keys' in given ? given.keys : await keysOfPassword(given.email, given.password);
      const proof = { email: keys.email, password: keys.authKey, ...('code' in given && { code: given.code }) };
      const signedIn = await send(portal === 'sender' ? routes.login : routes.loginReceiver, proof).catch(
        (error: Error) => {
          throw failedWith(error, 'TOTP_REQUIRED') ? new CodeNeeded(keys) : error;
        },
      );
      return { signedIn, keys };
    },
    onMutate: (given) =>
      useAuth.setState({ email: 'keys' in given ? given.keys.email : given.email, isLoading: true, error: null }),
    onSuccess: ({ signedIn, keys }) => {
      if (signedIn.enrol) return holdEnrolment(signedIn);
      holdKeys(keys);
      signIn(signedIn);
    },
    onError: (error) =>
      useAuth.setState({
        isLoading: false,
        error:
          error instanceof CodeNeeded || nextSteps.some((code) => failedWith(error, code))
            ? null
            : explain(error) || 'An unknown error occurred during login',
      }),
  });
}
