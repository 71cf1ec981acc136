import { createHmac, timingSafeEqual } from 'node:crypto';
import { mailKinds, type MailKind } from '@tradepost/contracts/notification';

export interface Unsubscription {
  email: string;
  kind: MailKind;
}

const signature = (body: string, key: string) => createHmac('sha256', key).update(`unsubscribe ${body}`).digest();
const isKind = (kind: string): kind is MailKind => Object.hasOwn(mailKinds, kind);

/** What stops mails of one kind to one address, without signing in; it never ends. */
export function signUnsubscription({ email, kind }: Unsubscription, key: string): string {
  const body = Buffer.from(`${kind} ${email}`).toString('base64url');
  return `${body}.${signature(body, key).toString('base64url')}`;
}

/** @returns null for what this key did not sign */
export function readUnsubscription(token: string, key: string): Unsubscription | null {
  const [body = '', given = ''] = token.split('.');
  const expected = signature(body, key);
  const signed = Buffer.from(given, 'base64url');
  if (signed.length !== expected.length || !timingSafeEqual(signed, expected)) return null;
  const [kind = '', email = ''] = Buffer.from(body, 'base64url').toString().split(' ');
  return isKind(kind) ? { email, kind } : null;
}
