import type { MailTemplate } from '@tradepost/contracts/jobs';
import { ofCompany, unknownSender, type MailText } from './mail-text';

export const partnerMails = {
  invitation: {
    subject: '{{inviterEmail}} invites you to exchange data',
    preheader: 'Accept to see the folders delivered to you.',
    heading: 'You are invited',
    before: [
      '{{inviterEmail}} would like to share data with you on Tradepost.',
      'Accept the invitation to see which company invites you, and the folders delivered to you.',
    ],
    button: { label: 'Open the invitation', link: '{{link}}' },
    after: [unknownSender],
    why: 'You get this mail because {{inviterEmail}} entered this address on Tradepost.',
  },
  'member-invitation': {
    subject: '{{inviterEmail}} invites you to join a company',
    preheader: 'Accept to see the data of the company.',
    heading: 'You are invited to join a company',
    before: [
      '{{inviterEmail}} would like you to see the data of their company on Tradepost.',
      'Sign in with this address to see which company invites you. The invitation is valid until {{time expiresAt}}.',
    ],
    button: { label: 'Open the invitation', link: '{{link}}' },
    after: [unknownSender],
    why: 'You get this mail because {{inviterEmail}} entered this address on Tradepost.',
  },
  'invitation-accepted': {
    subject: '{{partnerEmail}} accepted your invitation',
    preheader: 'You can now deliver folders to this partner.',
    heading: 'Invitation accepted',
    before: [
      '{{partnerEmail}} accepted the invitation from {{companyName}}. You can now deliver folders to this partner.',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: ofCompany,
  },
  'partnership-ended': {
    subject: '{{partnerName}} ended your partnership',
    preheader: 'Access to shared folders has ended.',
    heading: 'A partnership has ended',
    before: [
      '{{partnerName}} ended the partnership with {{companyName}} on Tradepost. You can no longer access each other’s folders.',
      'If you did not expect this, ask your partner.',
    ],
    button: { label: 'Open Tradepost', link: '{{link}}' },
    why: 'You get this mail because {{partnerName}} was your partner on Tradepost.',
  },
  'folder-delivered': {
    subject:
      '{{#if companyName}}{{companyName}} delivered "{{folderName}}" to you{{else}}{{senderEmail}} delivered a folder to you{{/if}}',
    preheader: 'Browse it and request the files you need.',
    heading: 'A folder was delivered to you',
    before: [
      '{{#if companyName}}{{companyName}} delivered the folder "{{folderName}}" to you.{{else}}{{senderEmail}} delivered a folder to you on Tradepost.{{/if}} Browse it and request the files you need.',
    ],
    button: { label: 'See the folder', link: '{{link}}' },
    after: [unknownSender],
    why: 'You get this mail because a company shares data with this address on Tradepost.',
  },
} satisfies Partial<Record<MailTemplate, MailText>>;
