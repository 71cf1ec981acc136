import { useMutation } from '@tanstack/react-query';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useAuth } from '../../session/auth.store';
import { onboardingTicket } from '../../session/tickets';

export type Portal = 'sender' | 'receiver';

export interface Signup {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export function useSignup(portal: Portal) {
  return useMutation({
    mutationFn: (person: Signup) => send(portal === 'sender' ? routes.signup : routes.signupReceiver, person),
    onMutate: () => useAuth.setState({ isLoading: true, error: null }),
    onSuccess: ({ email }) => useAuth.setState({ isLoading: false, email, otpverified: true }),
    onError: ({ message }) => useAuth.setState({ isLoading: false, error: message || 'An unknown error occurred during signup' }),
  });
}

export function useVerifySignup() {
  return useMutation({
    mutationFn: (proof: { email: string; otp: string }) => send(routes.verifyOtp, { ...proof, purpose: 'signup' }),
    onSuccess: ({ token, user }, { email }) => {
      onboardingTicket.write(token);
      useAuth.setState({ email, isOtpcorrect: true, user: user ?? null });
    },
  });
}

export const useResendCode = () => useMutation({ mutationFn: (email: string) => send(routes.resendOtp, { email }) });
