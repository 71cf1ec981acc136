import type { MailTemplate } from '@tradepost/contracts/jobs';

interface Link {
  label: string;
  link: string;
}

/** What a mail says; every string is a Handlebars template. Paragraphs are plain text: the layout makes HTML of them. */
export interface MailWords {
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  heading: string;
  /** Before the code or the button; what renders to nothing is left out. */
  before: string[];
  /** Stands on a line of its own. */
  code?: string;
  /** Name of the field with the lines of a list. */
  list?: string;
  button?: Link;
  /** A second way, below the button. */
  otherLink?: Link;
  after?: string[];
  /** Why one gets this mail. */
  why: string;
}

const hello = 'Hello {{firstName}},';
const codeNote = 'The code works once and is valid for 10 minutes. Nobody from Tradepost will ever ask you for it.';
const unknownCompany = 'If you do not know this company, you can ignore this mail.';
const ofAccount =
  'You get this mail because this address belongs to a Tradepost account. Mails about your account’s safety are always sent.';
const ofCompany = 'You get this mail because you look after {{companyName}} on Tradepost.';
const ofReceiver = 'You get this mail because {{companyName}} shares data with this address on Tradepost.';

/** A template without words does not compile. */
export const words: Record<MailTemplate, MailWords> = {
  'signup-code': {
    subject: 'Your Tradepost verification code',
    preheader: 'One step left: confirm your email.',
    heading: 'Confirm your email',
    before: [hello, 'Welcome. Enter this code to verify your email, or use the link below.'],
    code: '{{code}}',
    button: { label: 'Verify my email', link: '{{link}}' },
    after: [
      codeNote,
      'If this was not you, you can ignore this mail: nothing happens unless you use the code or the link.',
    ],
    why: 'You get this mail because someone signed up to Tradepost with this address.',
  },
  'reset-code': {
    subject: 'Your Tradepost password reset code',
    preheader: 'Enter it to choose a new password.',
    heading: 'Choose a new password',
    before: [hello, 'Enter this code to set a new password.'],
    code: '{{code}}',
    after: [codeNote, 'If you did not ask for it, your password stays as it is and you need not do anything.'],
    why: 'You get this mail because someone asked to reset the password of this address on Tradepost.',
  },
  'existing-account': {
    subject: 'You already have a Tradepost account',
    preheader: 'Sign in, or set a new password.',
    heading: 'You are already with us',
    before: [hello, 'Someone, probably you, signed up with this email, which has an account already. Simply sign in.'],
    button: { label: 'Sign in', link: '{{loginLink}}' },
    otherLink: { label: 'Forgot your password? Set a new one', link: '{{resetLink}}' },
    after: ['If this was not you, you can ignore this mail: nothing has changed.'],
    why: 'You get this mail because someone signed up to Tradepost with this address.',
  },
  'password-changed': {
    subject: 'Your Tradepost password was changed',
    preheader: 'Your other devices were signed out.',
    heading: 'Your password was changed',
    before: [
      hello,
      'The password of your account was just changed, and your other devices were signed out.',
      'If that was you, all is well. If not, set a new password at once and tell your contact at Tradepost.',
    ],
    button: { label: 'This was not me', link: '{{resetLink}}' },
    why: ofAccount,
  },
  'new-sign-in': {
    subject: 'New sign-in to your Tradepost account',
    preheader: '{{device agent}}, {{time at}}',
    heading: 'A sign-in from a new device',
    before: [
      hello,
      'Your account was just opened from a device we have not seen before:',
      '{{device agent}}, address {{ip}}, on {{time at}}.',
      'If that was you, all is well. If not, end this session and change your password.',
    ],
    button: { label: 'See my sessions', link: '{{link}}' },
    why: ofAccount,
  },
  'api-key-created': {
    subject: 'A new API key: {{name}}',
    preheader: 'Programs can now act for your company with it.',
    heading: 'A new API key',
    before: [
      hello,
      'The API key "{{name}}" was just made in your account, from the address {{ip}}, on {{time at}}. It ends on {{time expiresAt}}.',
      '{{#if acceptsAlone}}You allowed it in words to accept requests without a code.{{/if}}',
      '{{#if opensSealed}}A sealing key was made with it: its program can open your end-to-end encrypted files.{{/if}}',
      'Whoever has it can do this for your company:',
    ],
    list: 'scopes',
    button: { label: 'See my keys', link: '{{link}}' },
    after: ['If this was not you, revoke the key at once and change your password.'],
    why: ofAccount,
  },
  'api-key-expiring': {
    subject: 'Your API key {{name}} ends soon',
    preheader: 'It ends on {{time expiresAt}}.',
    heading: 'An API key ends soon',
    before: [
      hello,
      'The API key "{{name}}" ends on {{time expiresAt}}. From then on programs that use it are refused.',
      '{{#if lastUsedAt}}It was last used on {{time lastUsedAt}}.{{else}}It was never used.{{/if}}',
      'If it is still needed, make a new key, give it to your programs, and revoke this one.',
    ],
    button: { label: 'See my keys', link: '{{link}}' },
    why: ofAccount,
  },
  welcome: {
    subject: 'Welcome to Tradepost, {{firstName}}',
    preheader: '{{companyName}} is set up.',
    heading: 'Welcome, {{firstName}}',
    before: [
      '{{companyName}} is set up on Tradepost. It is good to have you here.',
      '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, look at your invitations: once you accept one, you see what is delivered to you and can ask for the files you need.{{/if}}',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: 'You get this mail, once, because you set up {{companyName}} on Tradepost.',
  },
  invitation: {
    subject: '{{companyName}} invites you to exchange data',
    preheader: 'Accept to see what is delivered to you.',
    heading: 'You are invited',
    before: [
      '{{companyName}} ({{inviterEmail}}) would like to share data with you on Tradepost.',
      'Accept the invitation to see what is delivered to you.',
    ],
    button: { label: 'Open the invitation', link: '{{link}}' },
    after: [unknownCompany],
    why: 'You get this mail because {{companyName}} entered this address on Tradepost.',
  },
  'invitation-accepted': {
    subject: '{{partnerEmail}} accepted your invitation',
    preheader: 'You can now deliver folders to this partner.',
    heading: 'Invitation accepted',
    before: [
      'Good news: {{partnerEmail}} accepted the invitation of {{companyName}}. You can now deliver folders to this partner.',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: ofCompany,
  },
  'partnership-ended': {
    subject: '{{partnerName}} ended your partnership',
    preheader: 'Access to shared folders has ended.',
    heading: 'A partnership has ended',
    before: [
      '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. Access to the folders shared between you has ended too.',
      'If this surprises you, please ask your partner.',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: 'You get this mail because {{partnerName}} was your partner on Tradepost.',
  },
  'folder-delivered': {
    subject: '{{companyName}} delivered "{{folderName}}" to you',
    preheader: 'Browse it and ask for the files you need.',
    heading: 'A folder for you',
    before: ['{{companyName}} delivered the folder "{{folderName}}" to you. Browse it and ask for the files you need.'],
    button: { label: 'See the folder', link: '{{link}}' },
    after: [unknownCompany],
    why: ofReceiver,
  },
  'request-created': {
    subject: '{{receiverEmail}} requests files from you',
    preheader: 'Accept or reject the request.',
    heading: 'A request for your files',
    before: ['{{receiverEmail}} asks {{companyName}} for these files:'],
    list: 'fileNames',
    button: { label: 'Accept or reject', link: '{{link}}' },
    why: ofCompany,
  },
  'request-rejected': {
    subject: '{{companyName}} rejected your request',
    preheader: '{{#if reason}}{{reason}}{{else}}No reason was given.{{/if}}',
    heading: 'Your request was rejected',
    before: [
      '{{companyName}} rejected your request for the files below.',
      '{{#if reason}}Their reason: {{reason}}{{/if}}',
    ],
    list: 'fileNames',
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: ofReceiver,
  },
  'accept-code': {
    subject: 'Your code to accept a file request',
    preheader: 'For the request of {{companyName}}.',
    heading: 'Confirm it is you',
    before: [hello, 'Enter this code to accept the request of {{companyName}}.'],
    code: '{{code}}',
    after: [codeNote, 'If you are not accepting a request right now, change your password.'],
    why: ofAccount,
  },
  'transfer-ready': {
    subject: 'Your files from {{companyName}} are ready',
    preheader: 'They wait for you until {{time expiry}}.',
    heading: 'Your files are ready',
    before: ['{{companyName}} accepted your request. These files wait for you until {{time expiry}}:'],
    list: 'fileNames',
    button: { label: 'Download the files', link: '{{link}}' },
    after: ['Only you and the sender can open this link, after signing in.'],
    why: ofReceiver,
  },
  'transfer-expiring': {
    subject: 'Your files from {{companyName}} are available for a short time only',
    preheader: 'Download them before {{time expiry}}.',
    heading: 'Your files will soon be gone',
    before: ['You have not downloaded these files of {{companyName}} yet. They are available until {{time expiry}}:'],
    list: 'fileNames',
    button: { label: 'Download the files', link: '{{link}}' },
    after: ['Only you and the sender can open this link, after signing in.'],
    why: ofReceiver,
  },
  'first-download': {
    subject: '{{receiverEmail}} downloaded your files',
    preheader: 'The first download of this transfer.',
    heading: 'Your files have arrived',
    before: ['{{receiverEmail}} has begun to download these files:'],
    list: 'fileNames',
    button: { label: 'See the transfer', link: '{{link}}' },
    after: ['We tell you of the first download of each transfer; all of them stand in your logs.'],
    why: 'You get this mail because your company delivered files to {{receiverEmail}} on Tradepost.',
  },
  'kyc-decided': {
    subject: 'Your business registration: {{status}}',
    preheader: 'It has been reviewed.',
    heading: 'Your business registration',
    before: [
      'Your business registration has been reviewed. Its status is now: {{status}}.',
      '{{#if reason}}What the reviewer says: {{reason}}{{/if}}',
    ],
    list: 'asked',
    button: { label: 'Open the registration', link: '{{link}}' },
    why: 'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.',
  },
  'deletion-requested': {
    subject: 'Your account will be deleted',
    preheader: 'You can still keep it.',
    heading: 'Your account will be deleted',
    before: [
      hello,
      'You asked us to delete your account. It will be deleted on {{time deletionAt}}, with your folders and files; your partnerships and open transfers end then.',
      'Until that time you can go on using it, and keep it with one click.',
    ],
    button: { label: 'Keep my account', link: '{{link}}' },
    after: ['If you did not ask for this, sign in, keep the account and change your password.'],
    why: ofAccount,
  },
  'account-deleted': {
    subject: 'Your account was deleted',
    preheader: 'As you asked.',
    heading: 'Your account was deleted',
    before: [
      hello,
      'Your account, your folders and your files were deleted, as you asked.',
      'What law wants us to keep, such as a submitted business registration and the log of what was delivered to whom, is kept for its time and used for nothing else.',
    ],
    why: ofAccount,
  },
  'webhook-off': {
    subject: 'A webhook was switched off',
    preheader: 'Nothing arrived at {{host}} for days.',
    heading: 'A webhook was switched off',
    before: [
      'Nothing we sent to {{host}} has arrived since {{time since}}, so the webhook is switched off and nothing more is sent there.',
      'When the receiver works again, switch the webhook on and send again what failed.',
    ],
    button: { label: 'See the webhook', link: '{{link}}' },
    why: 'You get this mail because your company has a webhook on Tradepost. Mails about what stopped working are always sent.',
  },
  'reverification-due': {
    subject: 'Please confirm your business registration',
    preheader: 'It is to be looked at again soon.',
    heading: 'Is your registration still right?',
    before: [
      'Your business registration was approved a while ago and is to be looked at again by {{time reverifyAt}}. Please open it, replace documents that have expired, and send it again.',
    ],
    button: { label: 'Open the registration', link: '{{link}}' },
    after: ['You can go on working meanwhile.'],
    why: 'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.',
  },
};
