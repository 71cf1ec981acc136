import { isAddress } from '@tradepost/contracts/values/fields';
import { mailbox } from '@tradepost/contracts/values/address';

/** Line breaks of users could otherwise add lines or headers. */
const lineBreaks = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Letters after which, or emoji in which, an invisible character has a meaning (Unicode UAX #31, UTS #51 and #37). */
const joined =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/u;
/** What has no glyph or turns the reading direction: it makes a name look like another one. */
const invisible = new RegExp(`(?!${joined.source})[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\u2800]`, 'gu');

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const [isolate, endOfIsolate] = ['\u2068', '\u2069'];

/** Text of users as a mail shows it: on one line, without what cannot be seen, and without effect on the order of the words around it. */
function shownText(given: string): string {
  const text = given.replace(invisible, '').replace(lineBreaks, ' ').trim();
  // the ASCII form of a domain shows letters of other scripts that look the same
  if (isAddress(text)) return mailbox(text);
  return rightToLeft.test(text) ? `${isolate}${text}${endOfIsolate}` : text;
}

export function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  return Array.isArray(value) ? value.map(shownValue) : value;
}
