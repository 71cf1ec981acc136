import { dictionary } from '@zxcvbn-ts/language-common';

/** In lower case. */
const breached = new Set(dictionary['passwords-common']);

/** Whether the password is among the most frequent ones of published breaches. Some 400 kB of list: a page loads it when it needs it. */
export const isBreached = (password: string): boolean => breached.has(password.toLowerCase());
