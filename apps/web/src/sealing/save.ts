import { saveAs } from '../api/bytes';
import { readPieces } from './pieces';

/** Held until all of it has been checked, so that not a byte of a damaged download reaches the disk; a larger one is written as it comes. */
const heldBytes = 64 * 1024 * 1024;
/** What is held where the browser can write no other way. */
const heldAtMost = 512 * 1024 * 1024;
const streamScope = '/download-stream/';
const signOfLifeMs = 10_000;

/** Where a download goes. */
export interface Sink {
  /** Takes the pieces that `servePieces` gives out at its other end. */
  output: MessagePort;
  /** All of it is in the person's hands; fails, and leaves nothing behind, when the pieces do. */
  finished: Promise<void>;
  /** Once the pieces have ended, well or not. */
  close?: () => void;
}

/** The part of the File System Access API that is used here. */
interface SavedFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
  remove?: () => Promise<void>;
}
type Picker = (options: { suggestedName: string }) => Promise<SavedFile>;

/**
 * Opens the place a download is saved to; to be called soon after the click that asks for it.
 * @throws an `AbortError` when the person chose none
 */
export async function openSink(name: string, size: number): Promise<Sink> {
  if (size <= heldBytes) return heldSink(name);
  return (await pickedSink(name)) ?? (await streamedSink(name, size)) ?? smallSink(name, size);
}

function smallSink(name: string, size: number): Sink {
  if (size > heldAtMost)
    throw new Error(
      'This browser cannot write a download of this size. Please use a current version of Chrome, Edge, Firefox or Safari, outside private browsing, or download the files one by one.',
    );
  return heldSink(name);
}

function heldSink(name: string): Sink {
  const { port1, port2 } = new MessageChannel();
  const finished = new Response(readPieces(port1)).blob().then((blob) => saveAs(blob, name));
  return { output: port2, finished };
}

/** Undefined where the browser has no such dialog, or will not open it this long after the click. */
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
      // what was written is gone with the stream; the file's empty name is left
      await file.remove?.();
      throw error;
    });
  return { output: port2, finished };
}

/** Undefined where the browser runs no service worker. */
async function streamedSink(name: string, size: number): Promise<Sink | undefined> {
  const worker = await streamWorker();
  if (!worker) return undefined;
  const { port1, port2 } = new MessageChannel();
  const url = new URL(`${streamScope}${crypto.randomUUID()}`, location.origin).href;
  const isKnown = new Promise<void>((resolve) => {
    const hear = ({ data }: MessageEvent<{ kind: string; url: string }>) => {
      if (data.kind !== 'announced' || data.url !== url) return;
      navigator.serviceWorker.removeEventListener('message', hear);
      resolve();
    };
    navigator.serviceWorker.addEventListener('message', hear);
    navigator.serviceWorker.startMessages();
  });
  worker.postMessage({ kind: 'announce', url, name, size }, [port1]);
  await isKnown;
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  const signs = setInterval(() => worker.postMessage({ kind: 'alive' }), signOfLifeMs);
  return {
    output: port2,
    finished: Promise.resolve(),
    close: () => {
      clearInterval(signs);
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
    // private browsing, or switched off
    return undefined;
  }
}
