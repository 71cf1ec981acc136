import { sha256Of } from '../../../api/bytes';
import type { SealedUpload } from '@tradepost/client/transfers/sealed-content';
import { maxFileBytes, type FileProfile } from '@tradepost/contracts/storage';
import { formatBytes } from '../../../ui/feedback/format';
import { uploadFormatOf } from '@tradepost/reference/file-types';
import { create } from 'zustand';
import { ApiError } from '@tradepost/client/api/api-error';
import type { UploadOptions } from '../../../api/upload';
import { previewKind } from '../../../ui/file/preview-kind';
import { useFolders } from '../../../session/folder.store';
import { useAuth } from '../../../session/auth.store';
import { profileTable } from './read-table';
import { matchesExtension } from '../file/file-signature';
import { seal, sendFile, type FileToSend } from './send-file';
import { csvOf, type TableInsight } from './table-profile';
import { defaultTerms, prefilled, type FileTerms } from './terms';

type UploadState = 'asking' | 'waiting' | 'sending' | 'done' | 'failed';

export interface UploadItem {
  id: string;
  folderId: string;
  folderName: string;
  file: File;
  /** Makes this the next version of that file, which has these terms. */
  replaces?: { id: string; name: string; terms: FileTerms };
  state: UploadState;
  terms: FileTerms;
  /** Undefined while the file is read; null when it is no table. */
  insight: TableInsight | null | undefined;
  /** Set while the upload runs. */
  phase?: 'sealing' | 'sending';
  /** Bytes sealed or sent so far. */
  loaded: number;
  bytesPerSecond: number;
  error?: string;
  /** A retry cannot succeed. */
  isRejected?: boolean;
  /** Whether the stored bytes have the hash computed here; undefined when the page cannot compute it. */
  isHashSame?: boolean | undefined;
  /** Name in the folder. */
  storedName?: string;
}

interface Uploads {
  items: UploadItem[];
  /** Shows the tray instead of the full-screen view. */
  inTray: boolean;
  /** Terms of the last file, which prefill the next. */
  lastTerms: FileTerms;
  /** Terms for every file that follows in the queue. */
  forAll: FileTerms | null;
  /** The last error, until the person dismisses it. */
  error: string | null;
}

const initial: Uploads = { items: [], inTray: false, lastTerms: defaultTerms, forAll: null, error: null };

export const useUploads = create<Uploads>(() => initial);

/** Called after each upload, to refresh lists and the storage meter. */
let uploaded: () => void = () => undefined;
export const onUploaded = (then: () => void) => {
  uploaded = then;
};

let running: AbortController | undefined;
const { getState, setState } = useUploads;
const find = (id: string) => getState().items.find((item) => item.id === id);
const change = (id: string, changed: Partial<UploadItem>) =>
  setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...changed } : item)) }));

/** Rejects files that the server would reject, before they are read. @param free bytes of storage; undefined when unknown */
function rejectionOf({ name, size }: File, free = Infinity): string | undefined {
  if (!uploadFormatOf(name))
    return 'This format is not supported. Supported formats: PDF, Excel, CSV and images (JPG, PNG, GIF).';
  if (size > maxFileBytes) return 'The file is larger than 50MB.';
  if (size === 0) return 'The file is empty.';
  return size > free
    ? `It does not fit: ${formatBytes(free)} of your storage are free. Delete files or empty the bin.`
    : undefined;
}

function fail({ id, file }: UploadItem, error: string) {
  change(id, { state: 'failed', error });
  setState({ error: `${file.name}: ${error}` });
}

type Target = Pick<UploadItem, 'folderId' | 'folderName' | 'replaces'>;

/** Adds files to the queue. The person confirms the terms of each before it is sent. */
export function addUploads(target: Target, files: File[], free?: number) {
  const items = files.map((file): UploadItem => {
    const error = rejectionOf(file, free);
    return {
      ...target,
      id: crypto.randomUUID(),
      file,
      state: error ? 'failed' : 'asking',
      terms: defaultTerms,
      insight: undefined,
      loaded: 0,
      bytesPerSecond: 0,
      ...(error && { error, isRejected: true }),
    };
  });
  const rejected = items.find(({ error }) => error);
  const isIdle = !getState().items.some(
    ({ state }) => state === 'asking' || state === 'waiting' || state === 'sending',
  );
  setState(({ items: before, forAll }) => ({
    items: [...before.filter(({ state }) => state !== 'done' || !isIdle), ...items],
    forAll: isIdle ? null : forAll,
    inTray: false,
    error: rejected ? `${rejected.file.name}: ${rejected.error}` : null,
  }));
  askNext();
}

/** The file that the dialog asks about; none while another is sent. */
export const currentQuestion = ({ items }: Uploads) =>
  items.some(({ state }) => state === 'sending' || state === 'waiting')
    ? undefined
    : items.find(({ state }) => state === 'asking');

/** The running upload while its full-screen view covers the workspace. */
export const coveringUpload = ({ items, inTray }: Uploads, pathname: string) =>
  pathname === '/workspace' && !inTray ? items.find(({ state }) => state === 'sending') : undefined;

/** Reads the next file and prefills its terms; sends it when the terms are for all files. */
function askNext() {
  const next = currentQuestion(getState());
  if (!next || next.insight !== undefined) return;
  const { forAll, lastTerms } = getState();
  const before = next.replaces?.terms ?? forAll ?? lastTerms;
  const keepsRecords = next.replaces !== undefined || (!forAll && previewKind(next.file.name) !== 'image');
  change(next.id, { terms: before });
  void profileTable(next.file)
    // an unreadable table is uploaded like any other file
    .catch(() => null)
    .then((insight) => {
      const terms = prefilled(before, insight?.profile ?? null, keepsRecords);
      change(next.id, { insight, terms });
      if (forAll && !next.replaces) proceed(next.id, terms, true);
    });
}

/** Sends the file with these terms; `forAll` sends what follows without asking. */
export function proceed(id: string, terms: FileTerms, forAll: boolean) {
  change(id, { state: 'waiting', terms });
  setState({ lastTerms: terms, ...(forAll && { forAll: terms }) });
  void sendNext();
}

/** Removes a file that is not being sent from the queue. */
export function skip(id: string) {
  setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
  askNext();
}

export function cancel(id: string) {
  if (find(id)?.state === 'sending') running?.abort(new DOMException('Cancelled', 'AbortError'));
  else skip(id);
}

export function retry(id: string) {
  change(id, { state: 'waiting', loaded: 0 });
  setState(({ items }) => ({
    items: items.map((item) => (item.id === id ? (({ error: _gone, ...rest }) => rest)(item) : item)),
  }));
  void sendNext();
}

export const clearFinished = () =>
  setState(({ items }) => ({ items: items.filter(({ state }) => state !== 'done' && state !== 'failed') }));
export const dismissError = () => setState({ error: null });
export const toTray = (inTray: boolean) => setState({ inTray });

/** Profile and preview to send with a table; for a sealed table only if its sender offers a preview. */
function insightOf({ insight, terms: { mode, sample } }: UploadItem): { profile?: FileProfile; preview?: string } {
  if (!insight || (mode === 'e2e' && sample !== 'rows')) return {};
  return { profile: insight.profile, ...(sample === 'rows' && { preview: csvOf(insight.head) }) };
}

/** The sealed bytes of the last failed file: a retry sends the same bytes, so that it can resume. */
let sealedLast: { id: string; upload: SealedUpload } | undefined;

async function sealedOf(
  item: UploadItem,
  toSend: FileToSend,
  options: UploadOptions,
): Promise<SealedUpload | undefined> {
  if (item.terms.mode === 'managed') return undefined;
  if (sealedLast?.id === item.id) return sealedLast.upload;
  sealedLast = undefined;
  if (!(await matchesExtension(item.file)))
    throw new Error(
      'The content does not match the file extension. Supported formats: PDF, Excel, CSV and images (JPG, PNG, GIF).',
    );
  change(item.id, { phase: 'sealing' });
  const upload = await seal(toSend, options);
  sealedLast = { id: item.id, upload };
  return upload;
}

/** The server would reject the same sealed bytes again. */
const mustSealAgain = (error: unknown) =>
  error instanceof ApiError && (error.code === 'VERSION_CONFLICT' || error.code === 'SEALED_INVALID');

/** Sends waiting files one by one. A failed file keeps its error and does not stop the queue. */
async function sendNext() {
  if (running) return;
  const next = getState().items.find(({ state }) => state === 'waiting');
  if (!next) return askNext();
  const controller = (running = new AbortController());
  change(next.id, { state: 'sending', loaded: 0, bytesPerSecond: 0 });
  useFolders.setState({ isUploading: true, progress: 0 });
  try {
    const options = (): UploadOptions => {
      const speed = speedometer();
      return {
        signal: controller.signal,
        onProgress: (sent, total) => {
          const loaded = Math.min(next.file.size, sent);
          change(next.id, { loaded, bytesPerSecond: speed(loaded) });
          useFolders.setState({ progress: Math.floor((100 * sent) / Math.max(1, total)) });
        },
      };
    };
    const { folderId, file: content, replaces, terms } = next;
    const toSend: FileToSend = {
      folderId,
      content,
      name: content.name,
      lastModified: content.lastModified,
      terms,
      ...(replaces && { replaces }),
      ...insightOf(next),
    };
    const sealed = await sealedOf(next, toSend, options());
    change(next.id, { phase: 'sending', loaded: 0, bytesPerSecond: 0 });
    const hash = sha256Of(sealed?.content ?? content);
    const file = await sendFile({ ...toSend, ...(sealed && { sealed }) }, options());
    sealedLast = undefined;
    const own = await hash;
    change(next.id, {
      state: 'done',
      loaded: next.file.size,
      isHashSame: own ? own === file.sha256 : undefined,
      storedName: file.name,
    });
    uploaded();
  } catch (failure) {
    if (controller.signal.aborted || mustSealAgain(failure)) sealedLast = undefined;
    if (controller.signal.aborted) skip(next.id);
    else fail(next, failure instanceof Error ? failure.message : 'An unknown error occurred');
  }
  running = undefined;
  useFolders.setState({ isUploading: false });
  void sendNext();
}

/** Bytes a second, smoothed so that the time left does not jump. */
function speedometer() {
  let at = performance.now();
  let from = 0;
  let speed = 0;
  return (loaded: number) => {
    const now = performance.now();
    if (now - at >= 250) {
      const latest = ((loaded - from) * 1000) / (now - at);
      speed = speed === 0 ? latest : 0.7 * speed + 0.3 * latest;
      at = now;
      from = loaded;
    }
    return speed;
  };
}

/** Signing out aborts the running upload and clears the queue. */
useAuth.subscribe(({ user }, before) => {
  if (user || !before.user) return;
  running?.abort(new DOMException('Signed out', 'AbortError'));
  sealedLast = undefined;
  setState(initial);
});
