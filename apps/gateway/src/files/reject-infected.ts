import { AppError } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/observability/logging';
import { Infected } from '@tradepost/service-kit/security/scanner/scanner';

/**
 * Reports malware to the owning service, then rejects the upload.
 * @param ids the upload's ids for the log line
 * @throws AppError MALWARE, or `error` if it is something else
 */
export async function rejectInfected(
  error: unknown,
  ids: Record<string, string>,
  report: (signature: string) => Promise<unknown>,
): Promise<never> {
  if (!(error instanceof Infected)) throw error;
  const { signature } = error;
  await report(signature).catch((failure: unknown) =>
    log.error({ err: failure, ...ids, signature }, 'could not report rejected malware to the audit log'),
  );
  throw new AppError('MALWARE', { cause: error });
}
