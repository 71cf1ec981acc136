import { sentenceFinder } from './sentence-finder';
import { isTranslated, t } from './t';

/** Answers of the API that hold a name or a number. More special ones come first. */
export const answerPatterns = [
  'The folder {name} was deleted',
  'The link was mailed to {email}',
  'The sender has revoked this transfer: {reason}',
  'Only invited partners can be given access: {emails}',
  '{count, plural, one {# file} other {# files}} permanently deleted',
  '{count, plural, one {# file} other {# files}} deleted',
  '{field} is required',
  '{field} must be at most {max} characters',
  '{field} contains characters that are not allowed',
  '{field} has not been uploaded',
  '{field} has not been checked',
  '{field} was rejected',
  '{field} is to be corrected',
  '{person} works on this case',
  '{address} is neither an address nor a range',
  '{name} was deleted',
  'The file is larger than {size}',
  'The content does not match the file extension. Supported formats: {formats}.',
  'Supported formats: {formats}',
  'A directory may have at most {max} bytes',
  'A directory may have at most {max} levels',
  'The name of a directory may have at most {max} bytes',
];

const find = sentenceFinder(answerPatterns);

/**
 * A message of the API, which answers in English, in the language of the page. One that is not known stays English.
 * @param labelled the field that it is shown at: its label replaces the name that it has in a call
 */
export function answerText(message: string, labelled?: { name: string; label: string }): string {
  if (isTranslated(message)) return t(message);
  const found = find(message);
  if (!found) return message;
  const { field } = found.values;
  const shown = field === labelled?.name ? labelled?.label : field && t(field);
  return t(found.message, { ...found.values, ...(shown && { field: shown }) });
}
