/** A text in lower case and without the marks that Unicode separates from letters: `Café` is found as `cafe`. */
export const baseLetters = (text: string) => withoutMarks(text).toLowerCase();

/** `ß`, `ø` and `ł` are letters of their own, and stay. */
export const withoutMarks = (text: string) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
