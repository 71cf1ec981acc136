import { createHmac } from 'node:crypto';
import { mailKinds, type MailKind } from '@tradepost/contracts/notification';
import { isMacOfOne } from '@tradepost/service-kit/security/keys';

export interface Unsubscription {
  email: string;
  kind: MailKind;
  /** Of the mail with the link. */
  mailedAt: Date;
}

const signature = (body: string, key: string) =>
  createHmac('sha256', key).update(`unsubscribe ${body}`).digest('base64url');
const isKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind);

/** A token that unsubscribes one address from one kind of mail without sign-in. It does not expire, but ends when another person gets the mails to the address. */
export function signUnsubscription({ email, kind, mailedAt }: Unsubscription, key: string): string {
  const body = Buffer.from(`${kind} ${email} ${mailedAt.getTime()}`).toString('base64url');
  return `${body}.${signature(body, key)}`;
}

/** @returns null when none of the keys signed the token; one of an earlier version, which has no time, as of 1970 */
export function readUnsubscription(token: string, keys: readonly string[]): Unsubscription | null {
  const [body = '', given = ''] = token.split('.');
  if (!isMacOfOne(keys, given, (key) => signature(body, key))) return null;
  const [kind = '', email = '', mailedAt = '0'] = Buffer.from(body, 'base64url').toString().split(' ');
  return isKind(kind) ? { email, kind, mailedAt: new Date(Number(mailedAt)) } : null;
}
