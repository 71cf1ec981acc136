/** Error messages that several limits share. */
export const tooMany = {
  signups: 'Too many accounts were requested from here. Please try again later.',
  mails: 'Too many mails were requested for this address. Please try again later.',
  codes: 'Too many codes were requested. Please try again later.',
  attempts: 'Too many attempts. Please try again later.',
  invitations: 'Your company has sent too many invitations today. Please try again tomorrow.',
  checks: 'Too many people sign in right now. Please try again in a moment.',
  streams: 'Too many live streams are open. Please close another window first.',
  forms: 'Too many uploads run at once. Please wait until another one has ended.',
  calls: 'Too many calls run at once. Please try again in a moment.',
  comments: 'You have written too many comments. Please try again later.',
  assignments: 'You have assigned too many requests. Please try again later.',
  exports: 'Too many exports run at once. Please wait until another one has ended.',
};
