/** Groups of four in a recovery key; the check symbol after them is none. */
const groupCount = 8;

/** Two different groups (0 to 7), in order, that are asked for again. @param random in [0, 1) */
export function twoGroups(random: () => number = Math.random): [number, number] {
  const first = Math.floor(random() * groupCount);
  const second = (first + 1 + Math.floor(random() * (groupCount - 1))) % groupCount;
  return first < second ? [first, second] : [second, first];
}

/** The kit as a text file. */
export const kitText = ({ code, email, origin, made }: { code: string; email: string; origin: string; made: string }) =>
  [
    'Tradepost recovery key',
    '',
    code,
    '',
    `Account: ${email}`,
    `Address: ${origin}`,
    `Made: ${made}`,
    '',
    'If you forget your password, only this key opens your end-to-end encrypted files.',
    'Nobody else has it and nobody can make it again. Whoever has it and your account can read your files:',
    'keep it where you keep important papers, not beside your password.',
    '',
  ].join('\n');
