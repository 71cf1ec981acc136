import { useQueryClient } from '@tanstack/react-query';
import type { companyForm, onboardingForm, SignedIn, UsualExpiry } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import type { InferType } from 'yup';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { holdOnboarding, signIn, useAuth } from '../../session/auth.store';
import { onboardingTicket } from '../../session/tickets';

export type CompanyInput = InferType<typeof companyForm>;
export type OnboardingInput = InferType<typeof onboardingForm>;

const saveCompany = (company: CompanyInput, token?: string) => {
  const { email } = useAuth.getState();
  return send(routes.saveCompany, { company, ...(email && { email }) }, token ? { token } : {});
};

/** The first step of onboarding; the person is signed in only after the invite step. */
export function useCreateCompany() {
  return useMutation({
    mutationFn: (company: OnboardingInput) => saveCompany(company, onboardingTicket.read()),
    onSuccess: ({ message, ...signedIn }) => {
      holdOnboarding(signedIn satisfies SignedIn);
      useAuth.setState({ Successfull_Response: message });
    },
  });
}

export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (company: CompanyInput) => saveCompany(company),
    onSuccess: ({ token, user }) => {
      signIn({ token, user }, 'own');
      return client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export function useSetUsualExpiry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (usualExpiry: UsualExpiry) => send(routes.setUsualExpiry, { usualExpiry }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
}

export function useInvitePartners() {
  return useMutation({
    mutationFn: (emails: string[]) => {
      const { email } = useAuth.getState();
      const token = onboardingTicket.read();
      return send(routes.invite, { emails, ...(email && { email }) }, token ? { token } : {});
    },
  });
}
