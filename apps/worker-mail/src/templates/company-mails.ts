import type { MailTemplate } from '@tradepost/contracts/jobs';
import { codeNote, hello, ofAccount, type MailText } from './mail-text';

export const companyMails = {
  welcome: {
    subject: 'Welcome to Tradepost, {{firstName}}',
    preheader: '{{companyName}} is set up.',
    heading: 'Welcome, {{firstName}}',
    before: [
      '{{companyName}} is set up on Tradepost.',
      '{{#if isSender}}Next, complete your business registration. Then create a folder, invite your partners, and deliver your first data.{{else}}Next, open your invitations. After you accept one, you can see the folders delivered to you and request the files you need.{{/if}}',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: 'You get this mail, once, because you set up {{companyName}} on Tradepost.',
  },
  'kyc-decided': {
    subject: 'Your business registration: {{state status}}',
    preheader: 'It has been reviewed.',
    heading: 'Your business registration',
    before: [
      'Your business registration has been reviewed. Its status is now: {{state status}}.',
      '{{#if reason}}The reviewer says: {{reason}}{{/if}}',
    ],
    list: 'asked',
    button: { label: 'Open the registration', link: '{{link}}' },
    why: 'You get this mail because you submitted a business registration on Tradepost. Decisions about it are always sent.',
  },
  'reverification-due': {
    subject: 'Please confirm your business registration',
    preheader: 'The next review is due soon.',
    heading: 'Is your registration still correct?',
    before: [
      'Your business registration was approved some time ago. The next review is due by {{time reverifyAt}}. Please open the registration, replace expired documents, and submit it again.',
    ],
    button: { label: 'Open the registration', link: '{{link}}' },
    after: ['You can use Tradepost normally during the review.'],
    why: 'You get this mail because you submitted a business registration on Tradepost. Mails about it are always sent.',
  },
  'handover-code': {
    subject: 'Your code to hand over {{companyName}}',
    preheader: 'Enter it to name the next owner.',
    heading: 'Hand over {{companyName}}',
    before: [
      hello,
      'Enter this code to hand {{companyName}} over to another owner. Who takes it over gets your sign-in, and you lose it.',
    ],
    code: '{{code}}',
    after: [
      codeNote,
      'If you did not request this, someone is signed in as you: change your password and end your other sessions.',
    ],
    why: ofAccount,
  },
  'handover-changed': {
    subject: '{{handover stage}}',
    preheader: '{{companyName}}, {{time at}}, address {{ip}}',
    heading: '{{handover stage}}',
    before: [
      '{{companyName}}: {{handover stage}}. {{by}} did this from the address {{ip}} on {{time at}}. The new owner is, or was to be, {{toEmail}}.',
      'If you are the owner and did not want this, stop the handover, change your password, and end your other sessions: someone may be signed in as you.',
    ],
    button: { label: 'See the members', link: '{{link}}' },
    why: ofAccount,
  },
  'handed-over': {
    subject: '{{companyName}} has another owner now',
    preheader: 'Your sign-in has passed to {{toEmail}}.',
    heading: '{{companyName}} has another owner',
    before: [
      hello,
      '{{toEmail}} took over {{companyName}} from the address {{ip}} on {{time at}}. Your password, passkeys, sessions and API keys no longer work there, and mail for your account goes to the new owner.',
      'If you did not hand the company over, inform your contact at Tradepost at once.',
    ],
    why: ofAccount,
  },
  'webhook-off': {
    subject: 'A webhook was switched off',
    preheader: 'Deliveries to {{host}} failed for days.',
    heading: 'A webhook was switched off',
    before: [
      'Deliveries to {{host}} have failed since {{time since}}, so the webhook was switched off.',
      'When the receiver works again, switch the webhook on and send the failed deliveries again.',
    ],
    button: { label: 'See the webhook', link: '{{link}}' },
    why: 'You get this mail because your company has a webhook on Tradepost. Mails about failures are always sent.',
  },
} satisfies Partial<Record<MailTemplate, MailText>>;
