import { setTimeout as delay } from 'node:timers/promises';
import { longestWaitMs, waitFor } from './wait-for';

/** A mail as the inbox returns it (maildev's GET /email). */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
  headers: Record<string, string>;
  /** its Date header, to the second, ISO 8601 */
  time: string;
  /** absent without any */
  attachments?: { contentType: string; contentDisposition?: string }[];
}

export interface MailWanted {
  /** as the mail spells it */
  to: string;
  /** a part of the subject, or a pattern for it */
  subject?: string | RegExp;
  /** that arrived after this one, which was to the same address */
  after?: Mail;
}

const requestTimeout = 408;

/** Reads the inbox at this URL (startInbox's webUrl). */
export function inboxAt(webUrl: string) {
  const mails = (query: string): Promise<Mail[]> =>
    waitFor(async () => {
      // compressing would take time from what is tested
      const answer = await fetch(`${webUrl}/email${query}`, { headers: { 'accept-encoding': 'identity' } });
      // a busy inbox did not read the request in time
      if (answer.status === requestTimeout) return undefined;
      if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`);
      return (await answer.json()) as Mail[];
    });
  const all = () => mails('');
  const mailTo = (address: string) => mails(`?${new URLSearchParams({ 'to.address': address })}`);

  return {
    /** Every mail. Reading a full inbox takes a large part of a second: `mailTo` is quicker. */
    all,

    /** Every mail to this address, as the mail spells it, oldest first. */
    mailTo,

    /**
     * The newest mail that fits, waiting for it.
     * @throws Error listing what did come when it does not arrive.
     */
    async waitForMail({ to, subject, after }: MailWanted): Promise<Mail> {
      const deadline = Date.now() + longestWaitMs;
      for (;;) {
        const found = await mailTo(to);
        const newer = found.slice(found.findIndex(({ id }) => id === after?.id) + 1);
        const fitting = newer.findLast((mail) => hasSubject(mail, subject));
        if (fitting) return fitting;
        if (Date.now() > deadline) {
          const there = (await all()).map(line).join(', ');
          throw new Error(`no mail${subject ? ` "${subject}"` : ''} to ${to}; the inbox has: ${there}`);
        }
        await delay(50);
      }
    },

    /** Removes a mail that was read: each look returns all mails to the address. */
    async remove({ id }: Mail): Promise<void> {
      await fetch(`${webUrl}/email/${id}`, { method: 'DELETE' });
    },

    async clear(): Promise<void> {
      await fetch(`${webUrl}/email/all`, { method: 'DELETE' });
    },
  };
}

/** The code, which has a line of its own in the text part. @throws Error when there is none. */
export function codeIn(mail: Pick<Mail, 'text' | 'subject'>): string {
  const code = /^[ \t]*(\d{5,6})[ \t]*\r?$/m.exec(mail.text)?.[1];
  if (!code) throw new Error(`no code on a line of its own in "${mail.subject}"`);
  return code;
}

/** The first link in the text part that contains the given piece. @throws Error when there is none. */
export function linkIn(mail: Pick<Mail, 'text' | 'subject'>, piece = ''): URL {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((found) => found.includes(piece));
  if (!link) throw new Error(`no link with "${piece}" in "${mail.subject}"`);
  return new URL(link);
}

function hasSubject(mail: Mail, wanted: MailWanted['subject']): boolean {
  if (wanted instanceof RegExp) return wanted.test(mail.subject);
  return wanted === undefined || mail.subject.includes(wanted);
}

const line = (mail: Mail) => `"${mail.subject}" to ${mail.to.map((receiver) => receiver.address).join(' ')}`;
