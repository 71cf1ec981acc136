const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** LIKE pattern of what contains this text, taken to the letter. */
export const containing = (text: string) => `%${escaped(text)}%`;

/** LIKE pattern of what begins with this text, taken to the letter. */
export const beginning = (text: string) => `${escaped(text)}%`;
