import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { useAuth } from '../../session/auth.store';
import { resetTicket } from '../../session/tickets';
import { keysOfNewPassword } from '../../vault/password/password';

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => send(routes.requestReset, { email }),
    onSuccess: ({ message }, email) =>
      useAuth.setState({ emailPasswordReset: email, Successfull_Response: message, ERROR_RESPONSE: null }),
    onError: ({ message }) => useAuth.setState({ ERROR_RESPONSE: message }),
  });
}

export function useVerifyReset() {
  return useMutation({
    mutationFn: (proof: { email: string; otp: string }) =>
      send(routes.verifyOtp, { ...proof, purpose: 'password-reset' }),
    onSuccess: ({ token }) => {
      resetTicket.write(token);
      useAuth.setState({ isOtpcorrect: true });
    },
  });
}

export function useResetPassword(email: string, token: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      const { record } = await keysOfNewPassword({ email, password });
      return send(routes.resetPassword, { email, password: record }, { token });
    },
    onSuccess: () => resetTicket.clear(),
  });
}

/** Clears the state of the reset. */
export function leaveReset() {
  resetTicket.clear();
  useAuth.setState({ emailPasswordReset: null, isOtpcorrect: false });
}
