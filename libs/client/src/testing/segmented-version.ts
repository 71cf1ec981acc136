import { concat, fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { openFile } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import { openFront, type SegmentIndex } from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { cutContent, secretAfter } from '../segments/cut-content';
import { plannedRanges } from '../segments/planned-ranges';
import { planSegmented, type SegmentedPlan } from '../segments/segment-plan';
import { plannedKey } from '../transfers/sealed-parts';

/** A version of a file in segments, as the server has it after its upload. */
export interface StoredVersion {
  file: FileRef;
  plan: SegmentedPlan;
  /** The whole sealed file. */
  bytes: Bytes;
  /** Bytes that the client has sent. */
  sent: number;
}

export const folderOfVersions = '0195a5c3-7a1e-7000-8000-00000000f01d';

/** Seals a version in parts, in any order, and joins it as the server does. @param former the version that it replaces, and its index if segments may be used again */
export async function storedVersion(
  vault: Vault,
  file: FileRef,
  content: Bytes,
  former?: { index: SegmentIndex | undefined; bytes: Bytes },
): Promise<StoredVersion> {
  const blob = new Blob([content]);
  const cut = await cutContent(blob.stream(), secretAfter(former?.index));
  const { sha256 } = cut;
  const about = { name: 'a.csv', mime: 'text/csv', folderId: folderOfVersions, size: content.length, sha256 };
  const plan = await planSegmented(vault, about, file, cut, former?.index);
  const key = await plannedKey(vault, plan.fields);
  const { size, sealInto } = await plannedRanges(key, plan, blob.size, async () => blob);
  const sent = new Uint8Array(size);
  const cuts = [0, 1, 100, 300_001, Math.floor(size / 2), size].filter((end) => end <= size);
  for (const [at, start] of [...cuts.slice(0, -1).entries()].reverse())
    await sealInto(sent.subarray(start, cuts[at + 1]), start, cuts[at + 1] ?? size);
  return { file, plan, bytes: joined(sent, plan, former?.bytes), sent: size };
}

function joined(sent: Bytes, { copied }: SegmentedPlan, former: Bytes | undefined): Bytes {
  const pieces: Uint8Array[] = [];
  let [reached, used] = [0, 0];
  for (const { at, from, length } of copied) {
    pieces.push(sent.subarray(used, used + at - reached), former!.subarray(from, from + length));
    used += at - reached;
    reached = at + length;
  }
  return concat(...pieces, sent.subarray(used));
}

/** @throws SealingError for bytes that its client did not seal */
export async function openedVersion(vault: Vault, { plan, bytes }: StoredVersion): Promise<Bytes> {
  const { fileKey, file } = await plannedKey(vault, plan.fields);
  const pieces: Uint8Array[] = [];
  for await (const piece of new Blob([bytes]).stream().pipeThrough(openFile(fileKey, file))) pieces.push(piece);
  return concat(...pieces);
}

export async function indexOfVersion(vault: Vault, { plan }: StoredVersion): Promise<SegmentIndex> {
  const { fileKey, file } = await plannedKey(vault, plan.fields);
  return openFront(fileKey, file, fromBase64url(plan.front));
}
