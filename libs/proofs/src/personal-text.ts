import { createHash } from 'node:crypto';

/** Noncharacters of Unicode: they are for internal use, and nobody writes them. */
export const marks = { open: '\uFDD0', close: '\uFDD1', between: '\uFDD2' } as const;
const reference = /\uFDD0([a-z]+):(\d+)\uFDD1/g;

/** What a personal text is. An erased one is shown as "deleted" and its kind. */
export type PersonalKind = 'person' | 'company' | 'address' | 'text';

/** A personal text of an entry. The salt makes sure that nobody can guess the text from its commitment once it is erased. */
export interface PersonalText {
  /** 16 random bytes, base64url. */
  salt: string;
  text: string;
}

/** Refers to a personal text of the same entry. @param place 1 for the first */
export const referenceTo = (kind: PersonalKind, place: number) => `${marks.open}${kind}:${place}${marks.close}`;

/** SHA-256(salt ‖ text in UTF-8), base64url: what a hash covers in place of the text. */
export const commitmentTo = ({ salt, text }: PersonalText): string =>
  createHash('sha256').update(Buffer.from(salt, 'base64url')).update(text).digest('base64url');

/** Whether each text is erased (null) or the one that the commitment was made for. */
export const areCommitted = (commitments: readonly string[], texts: readonly (PersonalText | null)[]): boolean =>
  commitments.length === texts.length &&
  commitments.every((commitment, n) => {
    const text = texts[n];
    return !text || (Buffer.from(text.salt, 'base64url').length === 16 && commitmentTo(text) === commitment);
  });

/** The text as people read it. */
export const readableText = (template: string, texts: readonly (Pick<PersonalText, 'text'> | null)[]): string =>
  template.replace(reference, (_, kind: string, place: string) => texts[Number(place) - 1]?.text ?? `deleted ${kind}`);
