import type { UserType } from '../actor';
import { command, event } from '../define';
import { hasAsciiLocalPart, isDeliverable } from '../values/address';
import { email, isAddress, object, string, text, uuidPattern, type Message } from '../values/fields';
import { newPassword, passwordMinimum } from './password';
import { language, personName, type User } from './user';

const signupInput = personName.shape({
  email: email('Enter a valid email address')
    .required('Email is required')
    .test('deliverable', 'Enter a valid email address', (v) => !v || !isAddress(v) || isDeliverable(v))
    .test(
      'ascii',
      'Only letters a to z, digits and symbols are allowed before the @',
      (v) => !v || !isAddress(v) || hasAsciiLocalPart(v),
    ),
  password: text(1024).required('Password is required').min(passwordMinimum, 'Password must be at least 8 characters'),
});

/** Wrong tries after which a mailed signup or reset code no longer works. */
export const codeTries = 5;

const otp = text(12)
  .required('Please enter the complete verification code.')
  .matches(/^\d{4,8}$/, 'Otp is Invalid or expired');

/** The secret of a signup attempt. */
const signupTicket = text(100);

export const resetEmailForm = object({
  email: email('Please enter a valid email address.').required('Please enter a valid email address.'),
});

export const signupCommands = {
  /** Mails a code and a link, which verify only this attempt. `ticket`: its secret; the web app also gets it as a cookie. @throws PASSWORD_BREACHED, PASSWORD_GUESSABLE */
  signup: command<Message & { email: string; ticket: string }>()(
    'identity.signup',
    signupInput.shape({
      userType: string()
        .oneOf(['sender', 'receiver'] as const)
        .required(),
      /** Language of the form, for mails to the new account. */
      language,
    }),
  ),
  /** Mails another code for the attempt of the ticket; without one, for the only live attempt of the address. */
  resendOtp: command<Message>()(
    'identity.resend-otp',
    object({ email: email().required('Email is required'), ticket: signupTicket }),
  ),
  /** Mails a password-reset code. The answer is the same for unknown addresses. */
  requestReset: command<Message>()('identity.request-reset', resetEmailForm),
  /**
   * A signup code works with the ticket of its attempt; without one, while the address has exactly one live attempt. A mailed link
   * also names its `attempt`: opened without the ticket, it proves the address, but the password of the attempt never works;
   * `passwordNeeded` then means that the token only allows setting a new one. @throws OTP_INVALID
   */
  verifyOtp: command<{ verified: true; token: string; user?: User; passwordNeeded?: true }>()(
    'identity.verify-otp',
    object({
      email: email().required('Email is required'),
      otp,
      purpose: string()
        .oneOf(['signup', 'password-reset'] as const)
        .default('signup'),
      ticket: signupTicket,
      attempt: text(36).test('attempt', 'attempt is not valid', (value) => !value || uuidPattern.test(value)),
    }),
  ),
  /** @throws PASSWORD_BREACHED, PASSWORD_GUESSABLE */
  resetPassword: command<Message>()('identity.reset-password', object({ email: email(), password: newPassword })),
};

export const signupEvents = {
  userSignedUp: event<{ userId: string; email: string; userType: UserType }>('evt.identity.user-signed-up', {
    to: ['audit'],
  }),
  emailVerified: event<{ userId: string; email: string }>('evt.identity.email-verified', { to: ['audit'] }),
  passwordReset: event<{ userId: string; email: string }>('evt.identity.password-reset', { to: ['audit'] }),
};
