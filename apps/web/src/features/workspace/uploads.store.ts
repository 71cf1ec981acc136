import { sha256Of } from '../../api/bytes';
import type { SealedUpload } from '../../sealing/own-files';
import { maxFileBytes, type FileProfile } from '@tradepost/contracts/storage';
import { uploadFormatOf } from '@tradepost/reference/file-types';
import { create } from 'zustand';
import { ApiError } from '@tradepost/client/api-error';
import type { UploadOptions } from '../../api/upload';
import { useFolders } from '../../session/folder.store';
import { useAuth } from '../../session/auth.store';
import { profileTable } from './read-table';
import { looksLikeItsName } from './looks-like';
import { seal, sendFile, type FileToSend } from './send-file';
import { csvOf, type TableInsight } from './table-profile';
import { defaultTerms, prefilled, type FileTerms } from './terms';

type UploadState = 'asking' | 'waiting' | 'sending' | 'done' | 'failed';

export interface UploadItem {
  id: string;
  folderId: string;
  folderName: string;
  file: File;
  /** The file whose next version this is, and the terms it has. */
  replaces?: { id: string; name: string; terms: FileTerms };
  state: UploadState;
  terms: FileTerms;
  /** Undefined while it is being looked into; null when it is no table. */
  insight: TableInsight | null | undefined;
  /** What is done with it while it is on its way. */
  phase?: 'sealing' | 'sending';
  /** Bytes of it, sealed or sent. */
  loaded: number;
  bytesPerSecond: number;
  error?: string;
  /** It will not be taken, however often it is tried. */
  isRefused?: boolean;
  /** Whether the store has, byte for byte, what was read here; undefined where that cannot be computed. */
  isHashSame?: boolean | undefined;
  /** Name it got in the folder. */
  storedName?: string;
}

interface Uploads {
  items: UploadItem[];
  /** The full-screen view gives way to the tray. */
  inTray: boolean;
  /** Of the file before; the next one starts with them. */
  lastTerms: FileTerms;
  /** Terms for every file that follows in the queue. */
  forAll: FileTerms | null;
  /** What went wrong last, until it is put away. */
  error: string | null;
}

const initial: Uploads = { items: [], inTray: false, lastTerms: defaultTerms, forAll: null, error: null };

export const useUploads = create<Uploads>(() => initial);

/** Told when a file has arrived, so that lists and the storage meter follow. */
let arrived: () => void = () => undefined;
export const onArrival = (then: () => void) => {
  arrived = then;
};

let running: AbortController | undefined;
const { getState, setState } = useUploads;
const find = (id: string) => getState().items.find((item) => item.id === id);
const change = (id: string, changed: Partial<UploadItem>) =>
  setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...changed } : item)) }));

/** What the server would refuse anyway is refused before it is read. */
function refusalOf({ name, size }: File): string | undefined {
  if (!uploadFormatOf(name))
    return 'This format is not supported. Supported are PDF, Excel, CSV and images (JPG, PNG, GIF).';
  if (size > maxFileBytes) return 'The file is larger than 50MB.';
  return size === 0 ? 'The file is empty.' : undefined;
}

function fail({ id, file }: UploadItem, error: string) {
  change(id, { state: 'failed', error });
  setState({ error: `${file.name}: ${error}` });
}

type Target = Pick<UploadItem, 'folderId' | 'folderName' | 'replaces'>;

/** Puts files at the end of the queue; each is asked about before it is sent. */
export function addUploads(target: Target, files: File[]) {
  const items = files.map((file): UploadItem => {
    const error = refusalOf(file);
    return {
      ...target,
      id: crypto.randomUUID(),
      file,
      state: error ? 'failed' : 'asking',
      terms: defaultTerms,
      insight: undefined,
      loaded: 0,
      bytesPerSecond: 0,
      ...(error && { error, isRefused: true }),
    };
  });
  const refused = items.find(({ error }) => error);
  const isIdle = !getState().items.some(
    ({ state }) => state === 'asking' || state === 'waiting' || state === 'sending',
  );
  setState(({ items: before, forAll }) => ({
    items: [...before.filter(({ state }) => state !== 'done' || !isIdle), ...items],
    forAll: isIdle ? null : forAll,
    inTray: false,
    error: refused ? `${refused.file.name}: ${refused.error}` : null,
  }));
  askNext();
}

/** The file the dialog is about: one at a time, and none while another is sent. */
export const currentQuestion = ({ items }: Uploads) =>
  items.some(({ state }) => state === 'sending' || state === 'waiting')
    ? undefined
    : items.find(({ state }) => state === 'asking');

/** Looks into the file asked about and fills in its terms; with terms for all, sends it. */
function askNext() {
  const next = currentQuestion(getState());
  if (!next || next.insight !== undefined) return;
  const { forAll, lastTerms } = getState();
  const before = next.replaces?.terms ?? forAll ?? lastTerms;
  change(next.id, { terms: before });
  void profileTable(next.file)
    // A table that cannot be read is uploaded as any other file.
    .catch(() => null)
    .then((insight) => {
      const terms = prefilled(before, insight?.profile ?? null);
      change(next.id, { insight, terms });
      if (forAll && !next.replaces) proceed(next.id, terms, true);
    });
}

/** Sends the file with these terms; `forAll` sends what follows without asking. */
export function proceed(id: string, terms: FileTerms, forAll: boolean) {
  change(id, { state: 'waiting', terms });
  setState({ lastTerms: terms, ...(forAll && { forAll: terms }) });
  void pump();
}

/** Skips a file that is asked about, waits, or has failed. */
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
  void pump();
}

export const clearFinished = () =>
  setState(({ items }) => ({ items: items.filter(({ state }) => state !== 'done' && state !== 'failed') }));
export const dismissError = () => setState({ error: null });
export const toTray = (inTray: boolean) => setState({ inTray });

/** What is told of a table beside its bytes; of a sealed one only what its sender offers for all to see. */
function insightOf({ insight, terms: { mode, sample } }: UploadItem): { profile?: FileProfile; preview?: string } {
  if (!insight || (mode === 'e2e' && sample !== 'rows')) return {};
  return { profile: insight.profile, ...(sample === 'rows' && { preview: csvOf(insight.head) }) };
}

/** What was sealed for the file that failed last: a retry sends the same bytes, so that it can go on where it stopped. */
let sealedLast: { id: string; upload: SealedUpload } | undefined;

async function sealedOf(item: UploadItem, what: FileToSend, options: UploadOptions): Promise<SealedUpload | undefined> {
  if (item.terms.mode === 'managed') return undefined;
  if (sealedLast?.id === item.id) return sealedLast.upload;
  sealedLast = undefined;
  if (!(await looksLikeItsName(item.file)))
    throw new Error('The file is not what its name says. Supported are PDF, Excel, CSV and images (JPG, PNG, GIF).');
  change(item.id, { phase: 'sealing' });
  const upload = await seal(what, options);
  sealedLast = { id: item.id, upload };
  return upload;
}

/** The same bytes would be refused again. */
const mustSealAnew = (error: unknown) =>
  error instanceof ApiError && (error.code === 'VERSION_CONFLICT' || error.code === 'SEALED_INVALID');

/** Sends what waits, one at a time; a failure is kept with its file and the next one comes. */
async function pump() {
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
    const what: FileToSend = {
      folderId,
      content,
      name: content.name,
      lastModified: content.lastModified,
      terms,
      ...(replaces && { replaces }),
      ...insightOf(next),
    };
    const sealed = await sealedOf(next, what, options());
    change(next.id, { phase: 'sending', loaded: 0, bytesPerSecond: 0 });
    const hash = sha256Of(sealed?.body ?? content);
    const file = await sendFile({ ...what, ...(sealed && { sealed }) }, options());
    sealedLast = undefined;
    const own = await hash;
    change(next.id, {
      state: 'done',
      loaded: next.file.size,
      isHashSame: own ? own === file.sha256 : undefined,
      storedName: file.name,
    });
    arrived();
  } catch (failure) {
    if (controller.signal.aborted || mustSealAnew(failure)) sealedLast = undefined;
    if (controller.signal.aborted) skip(next.id);
    else fail(next, failure instanceof Error ? failure.message : 'An unknown error occurred');
  }
  running = undefined;
  useFolders.setState({ isUploading: false });
  void pump();
}

/** Bytes a second over the last moments, so that the time left does not jump. */
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

/** Signing out ends what runs and forgets what was chosen. */
useAuth.subscribe(({ user }, before) => {
  if (user || !before.user) return;
  running?.abort(new DOMException('Signed out', 'AbortError'));
  sealedLast = undefined;
  setState(initial);
});
