import { SealingError } from '@tradepost/sealing/errors';

/** Something was not what it must be: what, in words for a person. Nothing was delivered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The result; a refusal of what is sealed is said in these words. */
export async function refuse<T>(words: string, check: () => Promise<T> | T): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof SealingError) throw new Refusal(words);
    throw error;
  }
}

/** What a chunk, a hash or a length that is not right says of a download. */
export function downloadWords(error: unknown, name?: string): Error {
  if (!(error instanceof SealingError)) return error instanceof Error ? error : new Error('An unknown error occurred');
  const what = (error as { about?: string }).about ?? name ?? 'A file';
  if (error.problem === 'META_MISMATCH')
    return new Refusal(
      `${what} is not the file its sender encrypted. The download was stopped and nothing of it was kept.`,
    );
  if (error.problem === 'TRUNCATED')
    return new Refusal(`The end of ${what} is missing. The download was stopped and nothing of it was kept.`);
  if (error.problem === 'WRONG_KEY' || error.problem === 'WRONG_FILE')
    return new Refusal(
      `${what} is not encrypted with the key that came with it. The download was stopped and nothing of it was kept.`,
    );
  return new Refusal(
    `${what} was changed after it was encrypted. The download was stopped and nothing of it was kept.`,
  );
}
