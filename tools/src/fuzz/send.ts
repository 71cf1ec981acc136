import { Agent, request } from 'node:http';
import { apiBase } from '@tradepost/contracts/routes';
import type { Answer } from '../openapi/answers';
import type { Call } from './calls';

/** Longer than any answer takes on a busy machine. */
const longestMs = 120_000;
/** Bytes read of an answer; the rest of a download is ignored. */
const mostBytes = 4_000_000;

export interface Answered extends Answer {
  /** Of the body, if it is text. */
  text: string;
  /** Of what was created; empty without one. */
  location: string;
}

/** Of a call to a service that is not available. */
const mostRepeats = 4;

/** The error code of an answer. */
export const codeOf = ({ body }: Pick<Answer, 'body'>) => (body as { code?: string } | undefined)?.code;

const isJson = (mediaType: string) => /^application\/((problem|scim)\+)?json$/.test(mediaType);

/** Sends calls unchanged: `fetch` would normalise paths and headers. */
export class Sender {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly target: URL;

  constructor(origin: string) {
    this.target = new URL(origin);
  }

  close(): void {
    this.agent.destroy();
  }

  /** On a busy machine a service can answer too late: then the call is repeated. @throws as `send` */
  async answerTo(call: Call, token: string | undefined): Promise<Answered> {
    for (let left = mostRepeats; left > 0; left -= 1) {
      const answer = await this.send(call, token);
      if (codeOf(answer) !== 'UNAVAILABLE') return answer;
    }
    return this.send(call, token);
  }

  /** @throws Error when no answer comes, or one that is cut off */
  async send({ method, path, headers, body }: Call, token: string | undefined): Promise<Answered> {
    const sent = {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-length': String(body.length) }),
    };
    const { hostname, port } = this.target;
    return new Promise((resolve, reject) => {
      const call = request(
        { hostname, port, method, path: `${apiBase}${path}`, headers: sent, agent: this.agent, timeout: longestMs },
        (response) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          response.on('data', (piece: Buffer) => {
            bytes += piece.length;
            if (bytes < mostBytes) pieces.push(piece);
          });
          response.once('error', reject);
          response.once('end', () => {
            const mediaType = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
            const text = Buffer.concat(pieces).toString();
            resolve({
              method,
              path: `${apiBase}${path}`,
              status: response.statusCode ?? 0,
              mediaType,
              text,
              location: response.headers.location ?? '',
              ...bodyOf(mediaType, text),
            });
          });
        },
      );
      call.once('timeout', () => call.destroy(new Error('no answer in two minutes')));
      call.once('error', reject);
      call.end(body);
    });
  }
}

/** A HEAD's answer has a type and no body. */
function bodyOf(mediaType: string, text: string): Pick<Answer, 'body'> {
  if (!isJson(mediaType) || text === '') return {};
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: 'no JSON' };
  }
}
