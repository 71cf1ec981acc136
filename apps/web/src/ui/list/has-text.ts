import { baseLetters } from '@tradepost/contracts/values/base-letters';

/** Whether a text contains what was typed into a search box, in any case, with or without accents. */
export const hasText = (text: string, typed: string) => baseLetters(text).includes(baseLetters(typed.trim()));
