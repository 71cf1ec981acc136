import { brandingSettings } from '@tradepost/service-kit/branding/settings';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { object, string, type InferType } from 'yup';

export const settings = object({
  /** `smtp://user:password@host:port`, or `smtps://`. */
  SMTP_URL: string()
    .matches(/^smtps?:\/\//)
    .required(),
  /** Whether mail may go without TLS if the server offers none. Absent: only without a password, and not to port 587. */
  SMTP_TLS: string().oneOf(['required', 'opportunistic'] as const),
  /** `Tradepost <no-reply@example.com>` */
  MAIL_FROM: string().required(),
  /** URL of the web app, for the links at the end of every mail. */
  ORIGIN: string().required(),
  ...brandingSettings,
});

export type MailConfig = Readonly<InferType<typeof settings>>;
export const CONFIG = Symbol('mail config');
export const readMailConfig = (): MailConfig => readConfig(settings);
