import http from 'node:http';
import https from 'node:https';
import { ObjectStoreFull, ObjectStoreUnavailable } from './object-store';

/** Without an answer, or a byte taken, for so long the request is given up. */
const SILENCE_MS = 60_000;

/** Statuses the minio client retries without reading their body, which would keep the socket busy for ever. */
const UNREAD_STATUSES = new Set([408, 429, 499, 500, 502, 503, 504, 520]);

export interface S3Transport {
  request: typeof http.request;
  agent: http.Agent;
}

/** Node's own client as the minio client wants it, with a time limit, no leaked sockets and 507 told apart. */
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
  // Of all the ways Node lets it be called, the minio client and we use this one alone.
  return { agent, request: request as typeof http.request };
}
