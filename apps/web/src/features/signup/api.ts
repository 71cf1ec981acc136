import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { useAuth } from '../../session/auth.store';
import { forgetSignup, rememberSignup } from '../../session/own-signup';
import { onboardingTicket, resetTicket } from '../../session/tickets';
import { rememberPasswordKeys } from '../../vault/password-keys';
import { keysOfNewPassword } from '../../vault/password/password';
import { errorMessage } from '../../vault/texts';
import { language } from '../../i18n/language';
import { t } from '../../i18n/t';

export type Portal = 'sender' | 'receiver';

export interface Signup {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function useSignup(portal: Portal) {
  return useMutation({
    mutationFn: async ({ password, ...person }: Signup) => {
      const { record, kek, prove } = await keysOfNewPassword({ email: person.email, password });
      const answer = await send(portal === 'sender' ? routes.signup : routes.signupReceiver, {
        ...person,
        password: record,
        language,
      });
      rememberPasswordKeys({ email: answer.email, kek, prove });
      rememberSignup(answer.email);
      return answer;
    },
    onMutate: () => useAuth.setState({ isLoading: true, error: null }),
    onSuccess: ({ email }) => useAuth.setState({ isLoading: false, email, otpverified: true }),
    onError: (error) =>
      useAuth.setState({
        isLoading: false,
        error: errorMessage(error) || t('An unknown error occurred during signup'),
      }),
  });
}

export function useVerifySignup() {
  return useMutation({
    mutationFn: (proof: { email: string; otp: string; attempt?: string }) =>
      send(routes.verifyOtp, { ...proof, purpose: 'signup' }),
    onSuccess: ({ token, user, passwordNeeded }, { email }) => {
      forgetSignup();
      if (passwordNeeded) {
        resetTicket.write(token);
        return useAuth.setState({ emailPasswordReset: email, isOtpcorrect: true });
      }
      onboardingTicket.write(token);
      useAuth.setState({ email, isOtpcorrect: true, user: user ?? null });
    },
  });
}

export const useResendCode = () => useMutation({ mutationFn: (email: string) => send(routes.resendOtp, { email }) });
