import { ApiError } from '@tradepost/client/api/api-error';
import { isUploadGone } from '@tradepost/client/api/resumable-upload';
import type { FileProfile, FileView } from '@tradepost/contracts/storage';
import { sha256Of } from '../../../api/bytes';
import { discardUpload } from '../../../api/resumable-upload';
import type { UploadOptions } from '../../../api/upload';
import { changedText } from '../../../sealing/upload-parts';
import { useUploadLimits } from '../../../session/upload-limits.store';
import { matchesExtension } from '../file/file-signature';
import { wrongContentText } from './limit-texts';
import { planSealing, seal, sendFile, sendTogether, uploadKeyOf, type FileToSend } from './send-file';
import { csvOf } from './table-profile';
import { inPartsAbove, sealedBefore, type Sealing, type UploadItem } from './upload-item';
import { t } from '../../../i18n/t';
import { speedometer } from '../../../ui/busy/speedometer';

interface SendOptions {
  signal: AbortSignal;
  change: (id: string, changed: Partial<UploadItem>) => void;
  /** @param percent of all files */
  onProgress: (percent: number) => void;
}

/** `done`: what the item shows of its stored file. */
type Outcome = { done: Pick<UploadItem, 'isHashSame' | 'storedName'> } | Failure;
type Failure = { error: string; isRejected: boolean };

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return t('An unknown error occurred');
  return error.name === 'NotReadableError' ? changedText() : error.message;
}

/** The content does not match the extension of the file's name. */
class WrongContent extends Error {}

/** Of what is wrong with the file itself, such as its name or directory: a retry would send the same. */
const rejections = new Set<ApiError['code']>(['INVALID', 'FILE_TYPE', 'FILE_TOO_LARGE', 'MALWARE']);

const failureOf = (error: unknown): Failure => ({
  error: messageOf(error),
  isRejected: error instanceof WrongContent || (error instanceof ApiError && rejections.has(error.code)),
});

/** The server would reject the same sealed bytes again, or dropped the parts that were sent. */
const mustSealAgain = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'VERSION_CONFLICT' || error.code === 'SEALED_INVALID' || isUploadGone(error));

/** Seals and sends one file, or small new files in one call. @returns an outcome for each */
export async function sendItems(items: UploadItem[], options: SendOptions): Promise<Map<UploadItem, Outcome>> {
  const outcomes = new Map<UploadItem, Outcome>();
  // sealed bytes take space; the plan of a paused file does not
  for (const [id, sealing] of sealedBefore)
    if ('sealed' in sealing && !items.some((item) => item.id === id)) sealedBefore.delete(id);
  const ready: [UploadItem, FileToSend][] = [];
  for (const item of items) {
    try {
      ready.push([item, await readied(item, options)]);
    } catch (error) {
      outcomes.set(item, failureOf(error));
    }
  }
  if (ready.length === 0) return outcomes;
  for (const [{ id }, { plan }] of ready) {
    const toSend = plan && 'front' in plan ? plan.sentBytes : undefined;
    options.change(id, { phase: 'sending', loaded: 0, bytesPerSecond: 0, toSend });
  }
  const hashes = ready.map(([, { sealed, plan, content }]) =>
    plan ? undefined : sha256Of(sealed?.content ?? content),
  );
  const sent = await send(ready, options);
  for (const [at, [item]] of ready.entries()) {
    const file = sent[at];
    if (mustSealAgain(file) || !(file instanceof Error)) sealedBefore.delete(item.id);
    if (!file || file instanceof Error) {
      outcomes.set(item, failureOf(file));
      continue;
    }
    const own = await hashes[at];
    outcomes.set(item, { done: { isHashSame: own ? own === file.sha256 : undefined, storedName: file.name } });
  }
  return outcomes;
}

/** @returns for each the stored file or its error */
async function send(
  ready: [UploadItem, FileToSend][],
  { signal, change, onProgress }: SendOptions,
): Promise<(FileView | Error)[]> {
  const speed = speedometer();
  const options: UploadOptions = {
    signal,
    onProgress: (sent, total) => {
      const bytesPerSecond = speed(sent);
      let before = 0;
      for (const [{ id, file }, { plan }] of ready) {
        const most = plan && 'front' in plan ? total : file.size;
        change(id, { loaded: Math.max(0, Math.min(most, sent - before)), bytesPerSecond });
        before += file.size;
      }
      onProgress(Math.floor((100 * sent) / Math.max(1, total)));
    },
  };
  const files = ready.map(([, file]) => file);
  const [only, ...others] = files;
  try {
    return only && others.length === 0 ? [await sendFile(only, options)] : await sendTogether(files, options);
  } catch (error) {
    return files.map(() => (error instanceof Error ? error : new Error(messageOf(error))));
  }
}

const toSendOf = (item: UploadItem): FileToSend => {
  const { folderId, file: content, directory, replaces, whole, terms } = item;
  return {
    folderId,
    content,
    name: content.name,
    directory,
    lastModified: content.lastModified,
    terms,
    ...(replaces && { replaces }),
    ...(whole && { whole }),
    ...insightOf(item),
  };
};

async function readied(item: UploadItem, options: SendOptions): Promise<FileToSend> {
  const toSend = toSendOf(item);
  return item.terms.mode === 'managed' ? toSend : { ...toSend, ...(await sealingOf(item, toSend, options)) };
}

/** Drops what was sent of a file in parts. @param sealing of a file that is sealed */
export const discard = (item: UploadItem, sealing?: Sealing): void =>
  discardUpload(uploadKeyOf({ ...toSendOf(item), ...sealing }));

async function sealingOf(
  { id, file }: UploadItem,
  toSend: FileToSend,
  { signal, change, onProgress }: SendOptions,
): Promise<Sealing> {
  const before = sealedBefore.get(id);
  if (before) return before;
  if (!(await matchesExtension(file))) throw new WrongContent(wrongContentText(useUploadLimits.getState()));
  const isInParts = file.size > inPartsAbove;
  change(id, { phase: isInParts ? 'reading' : 'sealing', toSend: undefined });
  const speed = speedometer();
  const options: UploadOptions = {
    signal,
    onProgress: (done, total) => {
      const loaded = Math.min(file.size, done);
      change(id, { loaded, bytesPerSecond: speed(loaded) });
      onProgress(Math.floor((100 * done) / Math.max(1, total)));
    },
  };
  const onComparing = () => change(id, { phase: 'comparing' });
  const sealing = isInParts
    ? { plan: await planSealing(toSend, { ...options, onComparing }) }
    : { sealed: await seal(toSend, options) };
  sealedBefore.set(id, sealing);
  return sealing;
}

/** Profile and preview to send with a table; for a sealed table only if its sender offers a preview. */
function insightOf({ insight, terms: { mode, sample } }: UploadItem): { profile?: FileProfile; preview?: string } {
  if (!insight || (mode === 'e2e' && sample !== 'rows')) return {};
  return { profile: insight.profile, ...(sample === 'rows' && { preview: csvOf(insight.head) }) };
}
