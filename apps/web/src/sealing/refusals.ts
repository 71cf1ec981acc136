import { SealingError } from '@tradepost/sealing/errors';

/** A check of sealed data failed. The message is for people. Nothing was delivered. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs the check and turns a `SealingError` into a `Refusal` with this message. */
export async function withRefusal<T>(message: string, check: () => Promise<T> | T): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof SealingError) throw new Refusal(message);
    throw error;
  }
}

/** The error to show when a chunk, hash or length of a download is wrong. */
export function downloadError(error: unknown, name?: string): Error {
  if (!(error instanceof SealingError)) return error instanceof Error ? error : new Error('An unknown error occurred');
  const what = (error as { about?: string }).about ?? name ?? 'A file';
  if (error.problem === 'META_MISMATCH')
    return new Refusal(`${what} is not the file its sender encrypted. The download was stopped and nothing was saved.`);
  if (error.problem === 'TRUNCATED')
    return new Refusal(`The end of ${what} is missing. The download was stopped and nothing was saved.`);
  if (error.problem === 'WRONG_KEY' || error.problem === 'WRONG_FILE')
    return new Refusal(
      `${what} is not encrypted with the key that came with it. The download was stopped and nothing was saved.`,
    );
  return new Refusal(`${what} was changed after it was encrypted. The download was stopped and nothing was saved.`);
}
