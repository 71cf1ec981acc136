import { SealingError } from '@tradepost/sealing/errors';
import type { Output } from './output';

/** Access must end at once, even if the server's record is refused: then a note says so. @param record before the call that ends it */
export async function endEvenIfRefused(out: Output, record: () => Promise<void>): Promise<void> {
  await record().catch((error: unknown) => {
    if (!(error instanceof SealingError)) throw error;
    out.note(`${error.message} The access ends without an entry in your record.`);
  });
}
