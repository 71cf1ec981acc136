import { saveAs } from '../api/bytes';
import { readPieces } from '../workers/pieces';
import { t } from '../i18n/t';

/** Up to this size a download stays in memory until it is verified, so that no damaged byte reaches the disk. */
const memoryLimitBytes = 64 * 1024 * 1024;
/** Largest download held in memory when the browser has no other way to write it. */
const memoryMaximumBytes = 512 * 1024 * 1024;
const streamScope = '/download-stream/';
const keepAliveMs = 10_000;

/** Where a download goes. */
export interface Sink {
  /** Receives the pieces that `servePieces` sends at the other end. */
  output: MessagePort;
  /** Everything is saved; rejects and removes partial data when the pieces fail. */
  finished: Promise<void>;
  /** To call when the pieces have ended, successfully or not. */
  close?: () => void;
}

/** The part of the File System Access API that is used here. */
interface SavedFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
  remove?: () => Promise<void>;
}
type Picker = (options: { suggestedName: string }) => Promise<SavedFile>;

/**
 * Opens the target of a download. Call it soon after the click, because browsers open file dialogs only then.
 * @throws an `AbortError` when the person cancels the dialog
 */
export async function openSink(name: string, size: number): Promise<Sink> {
  if (size <= memoryLimitBytes) return memorySink(name);
  return (await pickedSink(name)) ?? (await streamedSink(name, size)) ?? memorySinkIfPossible(name, size);
}

function memorySinkIfPossible(name: string, size: number): Sink {
  if (size > memoryMaximumBytes)
    throw new Error(
      t(
        'This browser cannot write a download of this size. Please use a current version of Chrome, Edge, Firefox or Safari, outside private browsing, or download the files one by one.',
      ),
    );
  return memorySink(name);
}

function memorySink(name: string): Sink {
  const { port1, port2 } = new MessageChannel();
  const finished = new Response(readPieces(port1)).blob().then((blob) => saveAs(blob, name));
  return { output: port2, finished };
}

/** Undefined when the browser has no such dialog, or refuses it because the click was too long ago. */
async function pickedSink(name: string): Promise<Sink | undefined> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  if (!pick) return undefined;
  let file: SavedFile;
  try {
    file = await pick.call(window, { suggestedName: name });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    return undefined;
  }
  const { port1, port2 } = new MessageChannel();
  const finished = readPieces(port1)
    .pipeTo(await file.createWritable())
    .catch(async (error: unknown) => {
      // the stream discards what was written, but leaves an empty file
      await file.remove?.();
      throw error;
    });
  return { output: port2, finished };
}

/** Undefined when the browser runs no service worker. */
async function streamedSink(name: string, size: number): Promise<Sink | undefined> {
  const worker = await streamWorker();
  if (!worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  const url = new URL(`${streamScope}${crypto.randomUUID()}`, location.origin).href;
  const announced = new Promise<void>((resolve) => {
    const onMessage = ({ data }: MessageEvent<{ kind: string; url: string }>) => {
      if (data.kind !== 'announced' || data.url !== url) return;
      navigator.serviceWorker.removeEventListener('message', onMessage);
      resolve();
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    navigator.serviceWorker.startMessages();
  });
  worker.postMessage({ kind: 'announce', url, name, size }, [port1]);
  await announced;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  const keepAlive = setInterval(() => worker.postMessage({ kind: 'alive' }), keepAliveMs);
  return {
    output: port2,
    finished: Promise.resolve(),
    close: () => {
      clearInterval(keepAlive);
      frame.remove();
    },
  };
}

async function streamWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  try {
    const registration = await navigator.serviceWorker.register('/download-stream.js', { scope: streamScope });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker) return undefined;
    await new Promise<void>((resolve) => {
      if (worker.state === 'activated') return resolve();
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
    });
    return worker;
  } catch {
    // private browsing, or service workers are disabled
    return undefined;
  }
}
