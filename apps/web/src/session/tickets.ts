/**
 * Tokens for a single step. They stay out of the `auth-token` cookie, so that a person counts as signed in only after the
 * step, and end with the tab.
 */
const ticket = (key: string) => ({
  read: () => sessionStorage.getItem(key) ?? undefined,
  write: (token: string) => sessionStorage.setItem(key, token),
  clear: () => sessionStorage.removeItem(key),
});

/** From the correct signup code until the end of the invite step. */
export const onboardingTicket = ticket('onboarding-token');

/** From the correct reset code until the new password. */
export const resetTicket = ticket('reset-token');

/** From the password of an account that requires two-step sign-in until its first code. */
export const enrolmentTicket = ticket('enrolment-token');
