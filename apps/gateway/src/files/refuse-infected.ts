import { AppError } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/logging';
import { Infected } from '@tradepost/service-kit/scanner/scanner';

/**
 * What an upload that failed is refused with, once its owning service was told of malware.
 * @param about ids that name the upload in the log
 * @throws AppError MALWARE, or the error itself
 */
export async function refuseInfected(
  error: unknown,
  about: Record<string, string>,
  tell: (signature: string) => Promise<unknown>,
): Promise<never> {
  if (!(error instanceof Infected)) throw error;
  const { signature } = error;
  await tell(signature).catch((failure: unknown) =>
    log.error({ err: failure, ...about, signature }, 'malware was refused, and the log does not know'),
  );
  throw new AppError('MALWARE', { cause: error });
}
