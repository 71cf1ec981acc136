import type { PartUpload } from '@tradepost/client/api/part-upload';
import type { SegmentedPlan } from '@tradepost/client/segments/segment-plan';
import { plannedKey, type SealedPlan } from '@tradepost/client/transfers/sealed-parts';
import { sealedSize } from '@tradepost/sealing/file/format';
import { requireVault } from '../vault/vault';
import { contentSha256, sealRange } from '../workers/content-worker';
import { t } from '../i18n/t';

/** A large file that is sealed part by part. `sent`: the checksums of its parts. */
export type PlannedUpload = (SealedPlan | SegmentedPlan) & { sent: Map<number, string> };

export const changedText = () => t('The file was changed or deleted while it was read. Choose it again.');

type Parts = Pick<PartUpload, 'size' | 'part' | 'check' | 'copied'>;

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

/**
 * The parts of a content, sealed in memory that is used again: browsers collect what a page no longer uses too late for large files. A part that differs from one that was sent is not sent: two contents under one nonce would reveal
 * each other.
 */
export async function partsToSeal(content: Blob, plan: PlannedUpload): Promise<Parts> {
  const { fields, sent } = plan;
  const layout = 'front' in plan ? { front: plan.front, copied: plan.copied } : { salt: plan.salt };
  const key = { ...(await plannedKey(await requireVault(), fields)), ...layout };
  const unused: ArrayBuffer[] = [];
  return {
    size: 'front' in plan ? plan.sentBytes : sealedSize(content.size),
    ...('front' in plan && { copied: plan.copied }),
    check: check(content),
    async part(number, start, end, wants) {
      const { bytes, sha256, sums } = await sealRange(content, key, { start, end, ...wants }, unused.pop());
      const earlier = sent.get(number);
      if (earlier !== undefined && earlier !== sha256) throw new Error(changedText());
      sent.set(number, sha256);
      return { body: () => bytes, sha256, sums, release: () => void unused.push(bytes.buffer) };
    },
  };
}
