import { withoutMarks } from '@tradepost/contracts/values/base-letters';

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A pattern of texts that contain this one, for `matches`; `%` and `_` in the text match only themselves. */
export const containing = (text: string) => `%${escaped(withoutMarks(text))}%`;

/** A pattern of texts that start with this one, for `matches`; `%` and `_` in the text match only themselves. */
export const startingWith = (text: string) => `${escaped(withoutMarks(text))}%`;

/**
 * SQL: whether a text, which is a column or an expression, matches a pattern in any case, with or without accents. Most texts are ASCII,
 * and are not decomposed, which takes five times as long. It reads nothing but the text, so an index that includes the column is enough.
 */
export const matches = (text: string, pattern: string) =>
  `CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text})
    ELSE lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')) END LIKE lower(${pattern})`;
