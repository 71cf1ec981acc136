import type { PartUpload } from '@tradepost/client/api/part-upload';
import { plannedKey, type SealedPlan } from '@tradepost/client/transfers/sealed-parts';
import { sealedSize } from '@tradepost/sealing/file/format';
import { requireVault } from '../vault/vault';
import { contentSha256, sealRange } from '../workers/content-worker';
import { t } from '../i18n/t';

/** A large file that is sealed part by part. `sent`: the checksums of its parts. */
export interface PlannedUpload extends SealedPlan {
  sent: Map<number, string>;
}

export const changedText = () => t('The file was changed or deleted while it was read. Choose it again.');

type Parts = Pick<PartUpload, 'size' | 'part' | 'check'>;

/** A browser refuses to read a file that was changed since it was chosen. */
const check = (content: Blob) => () => content.slice(0, 1).arrayBuffer();

/** The parts of a content, as it is. */
export const partsOf = (content: Blob): Parts => ({
  size: content.size,
  check: check(content),
  async part(_number, start, end) {
    const bytes = content.slice(start, end);
    return { body: () => bytes, sha256: await contentSha256(bytes) };
  },
});

/** The parts of a content, sealed. A part that differs from one that was sent is not sent: two contents under one nonce would reveal each other. */
export async function partsToSeal(content: Blob, { fields, salt, sent }: PlannedUpload): Promise<Parts> {
  const key = { ...(await plannedKey(await requireVault(), fields)), salt };
  return {
    size: sealedSize(content.size),
    check: check(content),
    async part(number, start, end) {
      const { bytes, sha256 } = await sealRange(content, key, { start, end });
      const earlier = sent.get(number);
      if (earlier !== undefined && earlier !== sha256) throw new Error(changedText());
      sent.set(number, sha256);
      return { body: () => bytes, sha256 };
    },
  };
}
