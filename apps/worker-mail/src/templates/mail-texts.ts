import type { MailTemplate } from '@tradepost/contracts/jobs';
import { accountMails } from './account-mails';
import { companyMails } from './company-mails';
import type { MailText } from './mail-text';
import { partnerMails } from './partner-mails';
import { transferMails } from './transfer-mails';

/** A template without a text does not compile. */
export const mailTexts: Record<MailTemplate, MailText> = {
  ...accountMails,
  ...companyMails,
  ...partnerMails,
  ...transferMails,
};
