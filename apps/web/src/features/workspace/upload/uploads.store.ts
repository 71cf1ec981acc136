import { formatBytes } from '../../../ui/feedback/format';
import { isAllowedType } from '@tradepost/reference/file-types';
import { create } from 'zustand';
import { isPause, pauseReason } from '../../../api/pause';
import { previewKind } from '../../../ui/file/preview-kind';
import { useFolders } from '../../../session/folder.store';
import { onLeave } from '../../../session/auth.store';
import { useUploadLimits } from '../../../session/upload-limits.store';
import { actingMember } from '../../../vault/company/member';
import { hasKeys } from '../../../vault/has-keys';
import { keysSettled, requestRecoveryKit } from '../../../vault/vault';
import type { sendItems } from './send-items';
import { tooLargeText, wrongTypeText } from './limit-texts';
import { directoryOfFile } from './choose/dropped-directory';
import { defaultTerms, prefilled, termsFor, type FileTerms } from './terms';
import { bytesOf, canPause, firstTogether, hasEnded, inPartsAbove, pathOf, sealedBefore } from './upload-item';
import type { Sealing, UploadItem } from './upload-item';
import { t } from '../../../i18n/t';

interface Uploads {
  items: UploadItem[];
  /** Shows the tray instead of the full-screen view. */
  inTray: boolean;
  /** Terms of the last file, which prefill the next. */
  lastTerms: FileTerms;
  /** Terms for every file that follows in the queue. */
  forAll: FileTerms | null;
  /** The last errors, one a line, until the person dismisses them. */
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
/** Whether a sealed file was sent since the queue was last empty. */
let hasSealed = false;
/** Files of the running call that the person does not want any more. */
const cancelled = new Set<string>();
const { getState, setState } = useUploads;
const find = (id: string) => getState().items.find((item) => item.id === id);
const change = (id: string, changed: Partial<UploadItem>) =>
  setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...changed } : item)) }));

/** Rejects files that the server would reject, before they are read. @param free bytes of storage; undefined when unknown */
export function rejectionOf({ name, size }: File, free = Infinity): string | undefined {
  const limits = useUploadLimits.getState();
  if (!isAllowedType(name, limits.fileTypes)) return wrongTypeText(limits);
  if (size > limits.maxFileBytes) return tooLargeText(limits);
  if (size === 0) return t('The file is empty.');
  return size > free
    ? t('It does not fit: only {free} of your storage is free. Delete files or empty the bin.', {
        free: formatBytes(free),
      })
    : undefined;
}

function fail(item: UploadItem, { error, isRejected }: { error: string; isRejected: boolean }) {
  change(item.id, { state: 'failed', error, isRejected });
  setState({ error: `${pathOf(item)}: ${error}` });
}

type Target = Pick<UploadItem, 'folderId' | 'folderName' | 'replaces' | 'whole' | 'given'> & {
  /** The open directory. */
  directory?: string;
};

/** Of refused files that are named above the list; the tray has all. */
const mostErrors = 3;

/** Adds files to the queue. The person confirms the terms of each before it is sent, unless they are `given`. @returns their ids */
export function addUploads(target: Target, files: File[], free?: number): string[] {
  const items = files.map((file): UploadItem => {
    const error = rejectionOf(file, free);
    return {
      ...target,
      id: crypto.randomUUID(),
      file,
      directory: target.replaces ? '' : directoryOfFile(file, target.directory),
      state: error ? 'failed' : 'asking',
      terms: defaultTerms,
      insight: undefined,
      loaded: 0,
      bytesPerSecond: 0,
      ...(error && { error, isRejected: true }),
    };
  });
  const rejected = items.filter(({ error }) => error).slice(0, mostErrors);
  const isIdle = getState().items.every(hasEnded);
  setState(({ items: before, forAll }) => ({
    items: [...before.filter(({ state }) => state !== 'done' || !isIdle), ...items],
    forAll: isIdle ? null : forAll,
    inTray: false,
    error: rejected.map((item) => `${pathOf(item)}: ${item.error}`).join('\n') || null,
  }));
  askNext();
  return items.map(({ id }) => id);
}

/** The file that is next; none while others are sent. */
const nextInTurn = ({ items }: Uploads) =>
  items.some(({ state }) => state === 'sending' || state === 'waiting')
    ? undefined
    : items.find(({ state }) => state === 'asking');

/** Whether the person still has to confirm the terms of the file. */
const mustAsk = ({ given, replaces }: UploadItem, forAll: FileTerms | null) =>
  !given && (!forAll || replaces !== undefined);

/** The file that the dialog asks about; none while another is sent, or when its terms are known. */
export function currentQuestion(uploads: Uploads): UploadItem | undefined {
  const next = nextInTurn(uploads);
  return next && mustAsk(next, uploads.forAll) ? next : undefined;
}

/** Whether the file is still being uploaded. */
export const isUnderWay = (item: UploadItem) => item.state === 'sending' && item.loaded < bytesOf(item);

/** The running upload while its full-screen view covers the workspace. */
export const coveringUpload = ({ items, inTray }: Uploads, pathname: string) =>
  pathname === '/workspace' && !inTray
    ? (items.find(isUnderWay) ?? items.find(({ state }) => state === 'sending'))
    : undefined;

/** Reads the next file and prefills its terms. When the terms are for all files, sends it, together with the small ones behind it. */
function askNext() {
  const next = nextInTurn(getState());
  if (!next || next.insight !== undefined) return;
  const { forAll, items } = getState();
  if (mustAsk(next, forAll)) return void read(next);
  const together = firstTogether(items.filter(({ state, given }) => state === 'asking' && (given || forAll)));
  void (async () => {
    for (const item of together) await read(item);
    setState((now) => ({
      items: now.items.map((item) =>
        item.state === 'asking' && item.insight !== undefined && together.some(({ id }) => id === item.id)
          ? { ...item, state: 'waiting' as const }
          : item,
      ),
    }));
    void sendNext();
  })();
}

/** Reads a table, and prefills the terms of its file. */
async function read(item: UploadItem) {
  const { id, file, replaces, given } = item;
  const { forAll, lastTerms } = getState();
  const usual = given ?? replaces?.terms ?? forAll ?? lastTerms;
  // the server says who is a member: that must not change terms without a question
  const asks = mustAsk(item, forAll);
  // whether a member has keys may not be known yet; without an answer, the upload asks for them
  if (asks && actingMember()) await keysSettled().catch(() => undefined);
  const before = asks ? termsFor(hasKeys(), usual) : usual;
  const keepsRecords = replaces !== undefined || (!given && !forAll && previewKind(file.name) !== 'image');
  change(id, { terms: before });
  // an unreadable table is uploaded like any other file
  const insight = await import('./read-table').then(({ profileTable }) => profileTable(file)).catch(() => null);
  change(id, { insight, terms: prefilled(before, insight?.profile ?? null, keepsRecords) });
}

/** Sends the file with these terms; `forAll` sends what follows without asking. */
export function proceed(id: string, terms: FileTerms, { forAll = false, whole = false }) {
  change(id, { state: 'waiting', terms, whole });
  setState({ lastTerms: terms, ...(forAll && { forAll: terms }) });
  void sendNext();
}

/** Drops what was sent of a file, for example before it was paused. What the server does not learn of this, it removes after a day. */
function discardParts(item: UploadItem, sealing: Sealing | undefined): void {
  import('./send-items').then(({ discard }) => discard(item, sealing)).catch(() => undefined);
}

/** Removes a file that is not being sent from the queue. */
export function skip(id: string) {
  const item = find(id);
  if (item && item.state !== 'asking' && item.file.size > inPartsAbove) discardParts(item, sealedBefore.get(id));
  sealedBefore.delete(id);
  setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
  askNext();
}

/** Removes every file that has no confirmed terms yet from the queue. */
export const skipAll = () => setState(({ items }) => ({ items: items.filter(({ state }) => state !== 'asking') }));

/** Of files that are sent together, the others are sent again. */
export function cancel(id: string) {
  if (find(id)?.state !== 'sending') return skip(id);
  cancelled.add(id);
  running?.abort(new DOMException(t('Cancelled'), 'AbortError'));
}

/** Stops sending a file. `retry` continues with the parts that the server does not have. */
export function pause(id: string) {
  const item = find(id);
  if (item && canPause(item)) running?.abort(pauseReason());
}

export function retry(id: string) {
  change(id, { state: 'waiting', loaded: 0 });
  setState(({ items }) => ({
    items: items.map((item) => (item.id === id ? (({ error: _gone, ...rest }) => rest)(item) : item)),
  }));
  void sendNext();
}

export const clearFinished = () => setState(({ items }) => ({ items: items.filter((item) => !hasEnded(item)) }));
export const dismissError = () => setState({ error: null });
export const toTray = (inTray: boolean) => setState({ inTray });

/** What seals and sends is loaded with the first files. When it cannot be loaded, they have failed. */
const sendAll: typeof sendItems = async (items, options) => {
  try {
    return await (await import('./send-items')).sendItems(items, options);
  } catch {
    return new Map(items.map((item) => [item, { error: t('An unknown error occurred'), isRejected: false }]));
  }
};

/** Sends waiting files: a small one with those that go into the same folder, others alone. A failed file does not stop the queue. */
async function sendNext() {
  if (running) return;
  const batch = firstTogether(getState().items.filter(({ state }) => state === 'waiting'));
  if (batch.length === 0) {
    if (hasSealed && !getState().items.some(({ state }) => state === 'asking')) {
      hasSealed = false;
      void requestRecoveryKit();
    }
    return askNext();
  }
  const { signal } = (running = new AbortController());
  cancelled.clear();
  for (const { id } of batch) change(id, { state: 'sending', loaded: 0, bytesPerSecond: 0 });
  useFolders.setState({ isUploading: true, progress: 0 });
  const onProgress = (progress: number) => useFolders.setState({ progress });
  const outcomes = await sendAll(batch, { signal, change, onProgress });
  for (const [item, outcome] of outcomes) {
    if ('done' in outcome) change(item.id, { state: 'done', loaded: item.file.size, ...outcome.done });
    else if (!signal.aborted) fail(item, outcome);
    else if (cancelled.has(item.id)) skip(item.id);
    else if (isPause(signal)) change(item.id, { state: 'paused' });
    else change(item.id, { state: 'waiting', loaded: 0 });
  }
  const done = [...outcomes].filter(([, outcome]) => 'done' in outcome);
  if (done.length > 0) uploaded();
  hasSealed ||= done.some(([{ terms }]) => terms.mode === 'e2e');
  running = undefined;
  useFolders.setState({ isUploading: false });
  void sendNext();
}

/** Signing out or acting for another company aborts the running upload and clears the queue. */
onLeave(() => {
  running?.abort(new DOMException(t('Signed out'), 'AbortError'));
  sealedBefore.clear();
  setState(initial);
});
