const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that matches values containing this text; `%` and `_` in the text match only themselves. */
export const containing = (text: string) => `%${escaped(text)}%`;

/** A LIKE pattern that matches values starting with this text; `%` and `_` in the text match only themselves. */
export const startingWith = (text: string) => `${escaped(text)}%`;
