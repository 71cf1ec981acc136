import { deserializeError, serializeError, type SerializedError } from './serialized-error';

/*
 * A stream read from another thread. The reader requests each piece, so that at most one is in transit. The service
 * worker in `public/download-stream.js` reads the same way.
 */

type PieceRequest = 'pull' | 'cancel';
export type PieceAnswer = { piece: Uint8Array<ArrayBuffer> } | { end: true } | { error: SerializedError };

/** Sends the stream piece by piece. Resolves after the last piece; rejects when the stream fails or the reader cancels. */
export function servePieces(stream: ReadableStream<Uint8Array<ArrayBuffer>>, port: MessagePort): Promise<void> {
  const reader = stream.getReader();
  const answer = (message: PieceAnswer, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  return new Promise((resolve, reject) => {
    port.onmessage = async ({ data }: MessageEvent<PieceRequest>) => {
      try {
        if (data === 'cancel') throw new DOMException('The download was cancelled.', 'AbortError');
        const { done, value } = await reader.read();
        if (!done) return answer({ piece: value }, value.byteLength === value.buffer.byteLength ? [value.buffer] : []);
        answer({ end: true });
        resolve();
      } catch (error) {
        answer({ error: serializeError(error) });
        reject(error as Error);
        await reader.cancel(error).catch(() => undefined);
      }
    };
  });
}

/** Reads the stream that `servePieces` sends at the other end. */
export function readPieces(port: MessagePort): ReadableStream<Uint8Array<ArrayBuffer>> {
  const ask = (request: PieceRequest) => port.postMessage(request);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) =>
        new Promise((resolve) => {
          port.onmessage = ({ data }: MessageEvent<PieceAnswer>) => {
            if ('piece' in data) controller.enqueue(data.piece);
            else if ('end' in data) controller.close();
            else controller.error(deserializeError(data.error));
            resolve();
          };
          ask('pull');
        }),
      cancel: () => ask('cancel'),
    },
    { highWaterMark: 1 },
  );
}
