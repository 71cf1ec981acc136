import type { Mail, MailTemplate } from '@tradepost/contracts/jobs';
import { mailKindOfTemplate } from '@tradepost/contracts/notification';
import type { MailChoices } from './mail-choices';
import type { MailLogos } from './mail-logos';
import { mailSiteOf } from './mail-site';
import { MailHandler } from './mail.handler';
import { render } from './render';
import { samples } from './samples';

const unsubscribeOf = (template: MailTemplate) =>
  mailKindOfTemplate[template] ? 'https://trade.example.com/api/notifications/unsubscribe?token=sample' : null;

/** Everyone is subscribed to every mail. */
const choices: Pick<MailChoices, 'of'> = {
  of: async ({ to: address, template, language = 'en' }) => ({
    address,
    language,
    wanted: true,
    unsubscribe: unsubscribeOf(template),
  }),
};

const noLogos: Pick<MailLogos, 'of'> = { of: async () => null };

/**
 * Sends every mail with sample data, as the worker does.
 * @returns the HTML of each, by template
 */
export async function previewMails(smtpUrl: string): Promise<Map<string, string>> {
  const mails = Object.entries(samples).map(
    ([template, data]) => ({ template, to: `${template}@example.com`, data }) as Mail,
  );
  const config = {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Tradepost <no-reply@tradepost.local>',
    ORIGIN: 'https://trade.example.com',
    PRODUCT_NAME: 'Tradepost',
  };
  const handler = new MailHandler(config, choices as MailChoices, noLogos as MailLogos);
  try {
    for (const mail of mails) await handler.send(mail);
  } finally {
    handler.onApplicationShutdown();
  }
  const options = { language: 'en', hasLogo: false } as const;
  return new Map(
    mails.map((mail) => [
      mail.template,
      render(mail, mailSiteOf(config), { ...options, unsubscribe: unsubscribeOf(mail.template) }).html,
    ]),
  );
}
