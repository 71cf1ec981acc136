import { second } from '@tradepost/service-kit/runtime/durations';
import { createTransport, type Transporter } from 'nodemailer';
import type { MailConfig } from './config';

const timeoutMs = 15 * second;
const submissionPort = '587';

/** `implicit`: from the first byte. `required`: STARTTLS, or no mail. `opportunistic`: STARTTLS if the server offers it. */
export type MailTls = 'implicit' | 'required' | 'opportunistic';

/** Without `SMTP_TLS`, TLS is required where a password would be sent, and on the port for submission. */
export function tlsOf({ SMTP_URL, SMTP_TLS }: Pick<MailConfig, 'SMTP_URL' | 'SMTP_TLS'>): MailTls {
  const { protocol, port, password } = new URL(SMTP_URL);
  if (protocol === 'smtps:') return 'implicit';
  return SMTP_TLS ?? (port === submissionPort || password ? 'required' : 'opportunistic');
}

export const openMailServer = (
  config: Pick<MailConfig, 'SMTP_URL' | 'SMTP_TLS'>,
  { pool }: { pool: boolean },
): Transporter =>
  createTransport({
    url: config.SMTP_URL,
    pool,
    requireTLS: tlsOf(config) === 'required',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as object);
