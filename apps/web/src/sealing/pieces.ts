import type { ToldError } from './jobs';
import { heard, tell } from './told-error';

/*
 * A stream read from another thread. The reader asks for each piece, so that no more than one is on its way. The service
 * worker in `public/download-stream.js` reads the same way.
 */

type PieceRequest = 'pull' | 'cancel';
export type PieceAnswer = { piece: Uint8Array<ArrayBuffer> } | { end: true } | { error: ToldError };

/** Gives out the stream piece by piece; ends when its last has been asked for, fails when the stream does or the reader gives up. */
export function servePieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>, port: MessagePort): Promise<void> {
  const reader = stream.getReader();
  const answer = (said: PieceAnswer, transfer: Transferable[] = []) => port.postMessage(said, transfer);
  return new Promise((resolve, reject) => {
    port.onmessage = async ({ data }: MessageEvent<PieceRequest>) => {
      try {
        if (data === 'cancel') throw new DOMException('The download was cancelled.', 'AbortError');
        const { done, value } = await reader.read();
        if (!done) return answer({ piece: value }, value.byteLength === value.buffer.byteLength ? [value.buffer] : []);
        answer({ end: true });
        resolve();
      } catch (error) {
        answer({ error: tell(error) });
        reject(error as Error);
        await reader.cancel(error).catch(() => undefined);
      }
    };
  });
}

/** What `servePieces` gives out at the other end. */
export function readPieces(port: MessagePort): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ask = (request: PieceRequest) => port.postMessage(request);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) =>
        new Promise((resolve) => {
          port.onmessage = ({ data }: MessageEvent<PieceAnswer>) => {
            if ('piece' in data) controller.enqueue(data.piece);
            else if ('end' in data) controller.close();
            else controller.error(heard(data.error));
            resolve();
          };
          ask('pull');
        }),
      cancel: () => ask('cancel'),
    },
    { highWaterMark: 1 },
  );
}
