import { routes, type RouteIn } from '@tradepost/contracts/routes';
import type { ApiError } from '@tradepost/client/api/api-error';
import { failedWith } from '../../api/failed-with';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { holdEnrolment, signIn, useAuth } from '../../session/auth.store';
import { isSigningUp } from '../../session/own-signup';
import { rememberPasswordKeys } from '../../vault/password-keys';
import type { AccountKeys } from '../../vault/password/password';
import { errorMessage } from '../../vault/texts';
import { t } from '../../i18n/t';

export type Portal = 'sender' | 'receiver';

export interface Credentials {
  email: string;
  password: string;
}

/** What the second step uses of the first, so that the password is typed once. */
export interface FirstStep {
  keys: AccountKeys;
  password: string;
}

/** A code from the authenticator app, a recovery code, or a passkey. */
export type Second = { code: string } | { passkey: NonNullable<RouteIn<typeof routes.login>['passkey']> };
export type SecondStep = FirstStep & Second;

/** The password was right and a code is required. */
export class CodeNeeded extends Error {
  constructor(
    readonly keys: AccountKeys,
    readonly password: string,
  ) {
    super(t('A code is needed'));
  }
}

/** Errors that lead to a next step with its own screen, so they show no toast. */
const nextSteps: ApiError['code'][] = ['TOTP_INVALID', 'EMAIL_NOT_VERIFIED'];

/** Whether the sign-in failed because this browser's signup still waits for its code. */
export const isUnverified = (error: Error, email: string) =>
  failedWith(error, 'EMAIL_NOT_VERIFIED') || (failedWith(error, 'BAD_CREDENTIALS') && isSigningUp(email));

/** What proves a password: loaded when the form is used. */
export const passwords = () => import('../../vault/password/password');

export function useLogin(portal: Portal) {
  return useMutation({
    mutationFn: async (given: Credentials | SecondStep) => {
      const { keysOfPassword, movedKeys } = await passwords();
      const keys = 'keys' in given ? given.keys : await keysOfPassword(given.email, given.password);
      const enter = async (by: Portal) =>
        send(by === 'sender' ? routes.login : routes.loginReceiver, {
          email: keys.email,
          password: await keys.prove(),
          ...('code' in given && { code: given.code }),
          ...('passkey' in given && { passkey: given.passkey }),
        });
      const signedIn = await enter(portal)
        .catch((error: Error) => {
          // the password has opened its record, so the account is of the other portal: links and resets lead here for both
          if (failedWith(error, 'BAD_CREDENTIALS')) return enter(portal === 'sender' ? 'receiver' : 'sender');
          throw error;
        })
        .catch((error: Error) => {
          throw failedWith(error, 'TOTP_REQUIRED') ? new CodeNeeded(keys, given.password) : error;
        });
      return { signedIn, keys: await movedKeys(keys, given.password, signedIn) };
    },
    onMutate: (given) =>
      useAuth.setState({ email: 'keys' in given ? given.keys.email : given.email, isLoading: true, error: null }),
    onSuccess: ({ signedIn, keys }) => {
      if (signedIn.enrol) return holdEnrolment(signedIn);
      rememberPasswordKeys(keys);
      signIn(signedIn);
    },
    onError: (error, given) =>
      useAuth.setState({
        isLoading: false,
        error:
          error instanceof CodeNeeded ||
          nextSteps.some((code) => failedWith(error, code)) ||
          isUnverified(error, 'keys' in given ? given.keys.email : given.email)
            ? null
            : errorMessage(error) || t('An unknown error occurred during login'),
      }),
  });
}

/** Signs in by a passkey alone. */
export function usePasskeyLogin(portal: Portal) {
  return useMutation({
    mutationFn: async () => (await import('../../passkey/passkey-sign-in')).signInByPasskey(portal),
    onMutate: () => useAuth.setState({ isLoading: true, error: null }),
    onSuccess: (signedIn) => (signedIn.enrol ? holdEnrolment(signedIn) : signIn(signedIn)),
    onError: (error) => useAuth.setState({ isLoading: false, error: errorMessage(error) }),
  });
}
