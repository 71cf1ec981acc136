/**
 * Tokens that open one step only. They stay out of the `auth-token` cookie, so that a person counts as
 * signed in only when the step is done, and end with the tab.
 */
const ticket = (key: string) => ({
  read: () => sessionStorage.getItem(key) ?? undefined,
  write: (token: string) => sessionStorage.setItem(key, token),
  clear: () => sessionStorage.removeItem(key),
});

/** From the right signup code until the invite step or its skip. */
export const onboardingTicket = ticket('onboarding-token');

/** From the right reset code until the new password. */
export const resetTicket = ticket('reset-token');

/** From the password of an account that must have two-step sign-in until a first code of it. */
export const enrolmentTicket = ticket('enrolment-token');
