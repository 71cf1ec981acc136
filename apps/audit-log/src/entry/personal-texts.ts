import { randomBytes } from 'node:crypto';
import { addressKey } from '@tradepost/contracts/values/address';
import { commitmentTo, marks, referenceTo, type PersonalKind } from '@tradepost/proofs/personal-text';

const { open, close, between } = marks;
const anyMark = new RegExp(`[${open}${close}${between}]`, 'g');
const replacement = '\uFFFD';

/** Subject of addresses in names and reasons: the erasure of a person searches these texts. */
export const foundInText = 'found';

/** A text that a sentence marks as personal. The subject is what its erasure names: an address key, or the id of a user or company. */
const marked = (kind: PersonalKind, subject: string, text: string) =>
  [open, kind, between, subject, between, text, close].join('');

/** The person with this e-mail address. */
export const person = (email: string) => marked('person', addressKey(email), email);
export const company = (companyId: string, name: string) => marked('company', companyId, name);
/** A text about the user or company, or of theirs. */
export const textOf = (subject: string, text: string) => marked('text', subject, text);
export const ipAddress = (userId: string, ip: string) => marked('address', userId, ip);

const markedText = `${open}([^${between}]*)${between}([^${between}]*)${between}([^${close}]*)${close}`;
const address = String.raw`[^\s@"(),:;<>\[\]\\${open}${close}${between}]{1,64}@[^\s@"(),:;<>\[\]\\${open}${close}${between}]{1,255}`;
/** A text that looks like an e-mail address in user input. */
export const addressLike = new RegExp(address, 'g');
const personal = new RegExp(`${markedText}|${address}`, 'g');

/** The sentence without its marks. */
export const unmarked = (sentence: string) => sentence.replace(new RegExp(markedText, 'g'), '$3');

/** The value with no mark in any text. */
export function withoutMarks<T>(value: T): T {
  const json = JSON.stringify(value);
  const clean = json.replace(anyMark, replacement);
  return clean === json ? value : (JSON.parse(clean) as T);
}

/** A personal text of an entry, stored apart from it. */
export interface StoredText {
  /** 1 for the first of its entry. */
  place: number;
  subject: string;
  salt: Buffer;
  text: string;
}

interface Fields {
  actor: string | null;
  ip: string | null;
  message: string;
}

/** The fields with references in place of their personal texts. The same text of the same subject is stored once. */
export function withReferences({ actor, ip, message }: Fields): Fields & {
  commitments: string[];
  texts: StoredText[];
} {
  const texts: StoredText[] = [];
  const placeOf = (subject: string, text: string): number => {
    const known = texts.find((one) => one.subject === subject && one.text === text);
    if (known) return known.place;
    texts.push({ place: texts.length + 1, subject, salt: randomBytes(16), text });
    return texts.length;
  };
  const referring = (field: string) =>
    field.replace(personal, (found, kind?: PersonalKind, subject?: string, text?: string) =>
      kind ? referenceTo(kind, placeOf(subject ?? '', text ?? '')) : referenceTo('person', placeOf(foundInText, found)),
    );
  const fields = {
    actor: actor === null ? null : referring(actor),
    ip: ip === null ? null : referring(ip),
    message: referring(message),
  };
  const commitments = texts.map(({ salt, text }) => commitmentTo({ salt: salt.toString('base64url'), text }));
  return { ...fields, commitments, texts };
}
