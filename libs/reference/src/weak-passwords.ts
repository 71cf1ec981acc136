import { isBreached } from './breached-passwords';

/** Words that strangers try first, in lower case, longest first. The parts of the person's own address count too. */
export const contextWords: readonly string[] = ['tradepost', 'trade-post', 'trade post', 'trade_post', 'trade'];

/** Shorter parts of an address occur in many good passwords. */
const leastWord = 3;
/** The minimum number of other characters in a password. */
const leastRest = 4;

const wordsOf = (email: string) => {
  const parts = email.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= leastWord);
  return [email, ...contextWords, ...parts.sort((a, b) => b.length - a.length)].map((word) => word.toLowerCase());
};

function isGuessable(password: string, email: string): boolean {
  const rest = wordsOf(email).reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());
  return rest.length < leastRest;
}

/** Why a password must not be chosen, as the code of the error. @param email of the account */
export function weaknessOf(password: string, email: string): 'PASSWORD_BREACHED' | 'PASSWORD_GUESSABLE' | null {
  if (isBreached(password)) return 'PASSWORD_BREACHED';
  return isGuessable(password, email) ? 'PASSWORD_GUESSABLE' : null;
}
