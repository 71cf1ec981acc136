import http from 'node:http';
import https from 'node:https';
import { ObjectStoreFull, ObjectStoreUnavailable } from './object-store';

/** A request fails after this time without a response or progress. */
const SILENCE_MS = 60_000;

/** Statuses the minio client retries without reading their body, which would keep the socket busy forever. */
const UNREAD_STATUSES = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

export interface S3Transport {
  request: typeof http.request;
  agent: http.Agent;
}

/** Node's own client for the minio client, with a time limit, no leaked sockets and a separate error for 507. */
export function s3Transport(secure: boolean): S3Transport {
  const send = secure ? https.request : http.request;
  const agent = secure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  const request = (options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void) => {
    const sent = send({ ...options, agent }, (response) => {
      sent.setTimeout(0); // from here on a slow reader may take its time
      if (response.statusCode === 507) {
        response.resume();
        sent.destroy(new ObjectStoreFull('507 Insufficient Storage'));
        return;
      }
      if (UNREAD_STATUSES.has(response.statusCode ?? 0)) response.resume();
      onResponse(response);
    });
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new ObjectStoreUnavailable(`silent for ${SILENCE_MS} ms`)));
    return sent;
  };
  // Node supports more signatures; the minio client and this project use only this one.
  return { agent, request: request as typeof http.request };
}
